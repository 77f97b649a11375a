import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cacheContent, verifyCache } from '../../../registry-client/index.ts';
import { repository, run } from '../../support/cli.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, get, host, seenBy } from '../../unit/registry-client/asking.ts';

let registry: FakeRegistry;
let other: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
  other = await fakeRegistry();
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const child = join(repository, 'test/support/registry-child.ts');
async function fetched(mode = 'guarded'): Promise<{ readonly outcome: string; readonly megabytes: number }> {
  const command = [process.execPath, child, registry.url, temporaryFolder(), mode];
  const { stdout } = await run(command, { cwd: repository });
  return JSON.parse(stdout) as { outcome: string; megabytes: number };
}

describe('memory', () => {
  const flood = `{"name":"chat","readme":"${'x'.repeat(150 * 1024 * 1024)}"}`;

  test('stays low for a small response that unzips to 150 MB, and for an endless response', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    const usual = await fetched();
    expect(usual.outcome).toBe('fetched');
    const zipped = gzipSync(flood);
    registry.answer('/chat', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped));
    const guarded = await fetched();
    expect(guarded.outcome).toBe('REGISTRY_ANSWER_INVALID');
    expect(guarded.megabytes).toBeLessThan(usual.megabytes + 100);
    // Control: without the byte count, the memory grows.
    expect((await fetched('plain')).megabytes).toBeGreaterThan(usual.megabytes + 300);

    const piece = 'x'.repeat(1024 * 1024);
    registry.answer('/chat', (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const endless = await fetched();
    expect(endless.outcome).toBe('REGISTRY_TOO_LARGE');
    expect(endless.megabytes).toBeLessThan(usual.megabytes + 100);
  }, 120_000);
});

test('an interrupted download leaves no partial content, and the next one works', async () => {
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
  const cache = temporaryFolder();
  const whole = archive();
  registry.answer('/chat/-/chat-1.0.0.tgz', (_, response) => {
    response.writeHead(200, { 'content-length': whole.length }).write(whole.subarray(0, whole.length - 1));
  });
  const running = spawn(process.execPath, [child, registry.url, cache], { stdio: 'ignore' });
  const ended = once(running, 'exit');
  while (registry.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  running.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect((await verifyCache(cache)).damaged).toBe(0);
  expect((await cacheContent(cache)).entries).toBeLessThan(2);
  registry.publish({ name: 'chat', version: '1.0.0', archive: whole });
  expect(await get('chat', `registry=${registry.url}`, { cache })).toBe('fetched');
}, 60_000);

describe('time', () => {
  test('stops reading an archive that arrives too slowly', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    const drips = new Set<NodeJS.Timeout>();
    registry.answer('/chat/-/chat-1.0.0.tgz', (_, response) => {
      drips.add(setInterval(() => response.write('x'), 20));
    });
    const limits = { retries: 0, timeoutMs: 500 };
    expect(await get('chat', `registry=${registry.url}`, { limits })).toBe('REGISTRY_TIMEOUT');
    for (const drip of drips) clearInterval(drip);
  });

  test('ends endless redirects', async () => {
    let at = 0;
    const onward = (): void => {
      at += 1;
      const next = `/chat/${at}`;
      registry.answer(next, (_, response) => {
        onward();
        response.writeHead(302, { location: `/chat/${at}` }).end();
      });
    };
    registry.answer('/chat', (_, response) => {
      onward();
      response.writeHead(302, { location: `/chat/${at}` }).end();
    });
    expect(await get('chat', `registry=${registry.url}`)).toBe('REGISTRY_ANSWER_INVALID');
    expect(registry.received.length).toBeLessThan(30);
  });
});

const npmrcOfTwins = () =>
  `registry=${other.url}\n@acme:registry=${registry.url}\n//${host(registry)}/:_authToken=canary`;

describe('a package with the same name at another registry', () => {
  beforeEach(() => {
    other.publish({ name: '@acme/chat', version: '1.0.0', archive: archive('@acme/chat') });
  });

  test('is never requested at the default registry by its scope or by its name', async () => {
    expect(await get('@acme/chat', npmrcOfTwins())).toBe('REGISTRY_PACKAGE_NOT_FOUND');
    expect(other.received).toEqual([]);
    // Control: without the scope line, the client uses it.
    expect(await get('@acme/chat', `registry=${other.url}`)).toBe('fetched');
  });

  test('is not used if its own registry is unavailable or refuses, either', async () => {
    for (const status of [401, 403, 404, 500]) {
      registry.answer('/@acme/chat', (_, response) => response.writeHead(status).end('{}'));
      expect(await get('@acme/chat', npmrcOfTwins())).toMatch(/^REGISTRY_/u);
    }
    expect(other.received).toEqual([]);
    expect(seenBy(registry)).toEqual(Array(4).fill('Bearer canary'));
  });
});

describe('a token', () => {
  test('is sent only to its own path of a host', async () => {
    for (const path of ['a', 'b']) {
      const name = `@${path}/chat`;
      const tarball = `${registry.url}${path}/${name}/-/chat-1.0.0.tgz`;
      registry.publish({ name, version: '1.0.0', archive: archive(name), dist: { tarball } });
      move(name, path);
    }
    const base = `//${host(registry)}`;
    const lines = [`@a:registry=${registry.url}a/`, `@b:registry=${registry.url}b/`];
    expect(await get('@a/chat', [...lines, `${base}/a/:_authToken=of-a`].join('\n'))).toBe('fetched');
    expect(await get('@b/chat', [...lines, `${base}/a/:_authToken=of-a`].join('\n'))).toBe('fetched');
    expect(seenBy(registry)).toEqual(['Bearer of-a', 'Bearer of-a', undefined, undefined]);
  });

  test('is not sent to another allowed host with the archive', async () => {
    const tarball = `${other.url}chat.tgz`;
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist: { tarball } });
    other.answer('/chat.tgz', (_, response) => response.end(archive()));
    const npmrc = `registry=${registry.url}\n//${host(registry)}/:_authToken=canary`;
    expect(await get('chat', `${npmrc}\n@nobody:registry=${other.url}`)).toBe('fetched');
    expect(seenBy(registry)).toEqual(['Bearer canary']);
    expect(seenBy(other)).toEqual([undefined]);
  });
});

/** Serves a package below a path, like one of several registries on a host. */
function move(name: string, path: string): void {
  registry.alias(`/${path}/${name}`, `/${name}`);
  registry.alias(`/${path}/${name}/-/chat-1.0.0.tgz`, `/${name}/-/chat-1.0.0.tgz`);
}

describe('real registries', () => {
  const aged = { freshness: () => ({ minAgeMs: 24 * 3_600_000, acceptsUnknown: false }) };

  test('archives below a path that repeats the scope, no times, no keys', async () => {
    const name = '@acme/chat';
    const path = `/api/npm/local/${name}`;
    const tarball = `${registry.url}api/npm/local/${name}/-/${name}-1.0.0.tgz`;
    const signatures = [{ keyid: 'SHA256:a', sig: 'AAAA' }];
    const attestations = { url: `https://registry.example/-/npm/v1/attestations/${name}@1.0.0` };
    const dist = { tarball, signatures, attestations };
    registry.publish({ name, version: '1.0.0', archive: archive(name), time: null, dist });
    registry.alias(path, `/${name}`);
    registry.alias(`${path}/-/${name}-1.0.0.tgz`, `/${name}/-/chat-1.0.0.tgz`);
    const npmrc = `@acme:registry=${registry.url}api/npm/local/`;
    expect(await get(name, npmrc)).toBe('fetched');
    // The age is unknown.
    expect(await get(name, npmrc, aged)).toBe('REGISTRY_TOO_YOUNG');
    const asked = registry.received.map(({ path: at }) => decodeURIComponent(at));
    expect(asked.filter((at) => at.includes('-/npm/v1/')).toSorted()).toEqual([
      `/api/npm/local/-/npm/v1/attestations/${name}@1.0.0`,
      '/api/npm/local/-/npm/v1/keys',
    ]);
  });

  test('a redirected download needs an allowed host and redirects, and receives no token', async () => {
    const name = '@acme/chat';
    const tarball = `${registry.url}download/${name}/1.0.0/abc`;
    registry.publish({ name, version: '1.0.0', archive: archive(name), dist: { tarball } });
    const sent = `${other.url}store/abc?signed=1`;
    registry.answer(`/download/${name}/1.0.0/abc`, (_, response) => response.writeHead(302, { location: sent }).end());
    other.answer('/store/abc?signed=1', (_, response) => response.end(archive(name)));
    const npmrc = `@acme:registry=${registry.url}\n//${host(registry)}/:_authToken=canary`;
    expect(await get(name, npmrc)).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    const named = `${npmrc}\n@store:registry=${other.url}`;
    expect(await get(name, named)).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    expect(await get(name, named, { redirects: 'listed' })).toBe('fetched');
    expect(seenBy(other)).toEqual([undefined]);
  });

  test('a packument without times', async () => {
    const bytes = archive();
    registry.publish({ name: 'chat', version: '1.0.0', archive: bytes });
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: `${registry.url}chat/-/chat-1.0.0.tgz`, integrity };
    const versions = { '1.0.0': { name: 'chat', version: '1.0.0', dist } };
    const packument = { name: 'chat', 'dist-tags': { latest: '1.0.0' }, modified: '2020-01-01T00:00:00Z', versions };
    registry.answer('/chat', (_, response) => json(response, packument));
    expect(await get('chat', `registry=${registry.url}`)).toBe('fetched');
    expect(await get('chat', `registry=${registry.url}`, aged)).toBe('REGISTRY_TOO_YOUNG');
  });

  test.each([
    [404, 'REGISTRY_PACKAGE_NOT_FOUND'],
    [401, 'REGISTRY_UNAUTHORIZED'],
    [403, 'REGISTRY_UNAUTHORIZED'],
  ])('reports a %i response for a package or for its archive only', async (status, code) => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    const npmrc = `registry=${registry.url}\n//${host(registry)}/:_authToken=canary`;
    registry.answer('/chat/-/chat-1.0.0.tgz', (_, response) => json(response, { error: 'no' }, status));
    expect(await get('chat', npmrc)).toBe(code);
    registry.answer('/chat', (_, response) => json(response, { error: 'no' }, status));
    expect(await get('chat', npmrc)).toBe(code);
    // Every request had the token.
    expect(new Set(seenBy(registry))).toEqual(new Set(['Bearer canary']));
  });

  test('archives outside of the registry path are refused, unless the whole host is the registry', async () => {
    const dist = { tarball: `${registry.url}elsewhere/chat.tgz` };
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist });
    registry.alias('/repository/npm/chat', '/chat');
    registry.answer('/elsewhere/chat.tgz', (_, response) => response.end(archive()));
    expect(await get('chat', `registry=${registry.url}repository/npm/`)).toBe('REGISTRY_NOT_ALLOWED');
    expect(registry.received.map(({ path }) => path)).not.toContain('/elsewhere/chat.tgz');
    expect(await get('chat', `registry=${registry.url}`)).toBe('fetched');
  });

  test('refuses an HTML page as a packument', async () => {
    registry.answer('/chat', (_, response) => response.end('<html>Sign in</html>'));
    expect(await get('chat', `registry=${registry.url}`)).toBe('REGISTRY_ANSWER_INVALID');
  });
});
