import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fetchRelease,
  parseSpec,
  readNpmSettings,
  RegistryError,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { packageOf } from '../../support/archives.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';

const now = new Date('2026-06-01T12:00:00Z');
let registry: FakeRegistry;
let cache: string;

beforeEach(async () => {
  registry = await fakeRegistry();
  cache = mkdtempSync(join(tmpdir(), 'genlock-registry-'));
});

afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  rmSync(cache, { recursive: true, force: true });
});

function settings(changes: Partial<ClientSettings> & { readonly npmrc?: string } = {}): ClientSettings {
  const { npmrc = '', ...others } = changes;
  const text = `registry=${registry.url}\n${npmrc}`;
  return {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text }], {}),
    cache,
    offline: false,
    now,
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: false }),
    limits: { retries: 0, timeoutMs: 5_000 },
    ...others,
  };
}

const archive = (version: string, name = 'chat') =>
  packageOf({ 'package.json': JSON.stringify({ name, version }), 'manifest.json': '{}' });

function publish(version: string, more: Partial<Parameters<FakeRegistry['publish']>[0]> = {}): void {
  registry.publish({ name: 'chat', version, archive: archive(version, more.name), ...more });
}

async function get(spec: string, client = settings()): Promise<string> {
  try {
    const release = await resolveRelease(parseSpec(spec), client);
    const { files } = await fetchRelease(release, client);
    return `${release.name} ${release.version} ${files.size}`;
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}

const said = (...files: readonly Parameters<typeof readNpmSettings>[0][number][]) =>
  [...readNpmSettings(files, {}).unusable].map(([key, { file }]) => [key, file]);
const project = (text: string) => ({ level: 'project', file: 'project', text }) as const;
const user = (text: string) => ({ level: 'user', file: 'user', text }) as const;
const machine = (text: string) => ({ level: 'global', file: 'global', text }) as const;

describe('a name that is bound to an unusable registry is not requested elsewhere', () => {
  const bound = '@acme:registry=';
  test.each([
    ['plain http', `${bound}http://npm.acme.example/`],
    ['a variable that is not set', `${bound}https://\${GENLOCK_NO_SUCH_HOST}/`],
    ['no address', `${bound}npm.acme.example`],
  ])('%s', async (_, npmrc) => {
    publish('1.0.0', { name: '@acme/chat' });
    publish('1.0.0');
    expect(await get('@acme/chat', settings({ npmrc }))).toBe('REGISTRY_CONFIG_INVALID');
    expect(registry.received).toEqual([]);
    // Other names work. Without the line, the client uses the package with the same name.
    expect(await get('chat', settings({ npmrc }))).toBe('chat 1.0.0 2');
    expect(await get('@acme/chat')).toBe('@acme/chat 1.0.0 2');
  });

  test('a lower settings file does not replace the line, except for a project line', () => {
    const [bad, good] = ['registry=http://npm.acme.example/', 'registry=https://npm.acme.example/'];
    expect(said(user(bad), machine(good))).toEqual([['registry', 'user']]);
    expect(said(project(bad), user(good))).toEqual([]);
    expect(said(project(bad))).toEqual([['registry', 'project']]);
    expect(said(project(good), user(bad))).toEqual([]);
    expect(said(project(`@acme:${good}`), user(`@acme:${bad}`))).toEqual([['@acme:registry', 'user']]);
  });
});

test('ignores a publisher without a name and refuses an empty response', async () => {
  publish('1.0.0', { manifest: { _npmUser: { name: '' } } });
  expect((await resolveRelease(parseSpec('chat'), settings())).publisher).toBeUndefined();
  registry.answer('/chat', (_, response) => response.end());
  expect(await get('chat')).toBe('REGISTRY_ANSWER_INVALID');
});

test('reports a cache that is not a folder as a configuration error', async () => {
  publish('1.0.0');
  const file = join(cache, 'file');
  writeFileSync(file, '');
  expect(await get('chat', settings({ cache: file }))).toBe('REGISTRY_CONFIG_INVALID');
});

describe('resolves a spec like npm', () => {
  test.each([
    ['chat', 'chat 1.2.0 2'],
    ['chat@^1', 'chat 1.2.0 2'],
    ['chat@1.0.0', 'chat 1.0.0 2'],
    ['chat@~1.0', 'chat 1.0.5 2'],
    ['chat@next', 'chat 2.0.0-rc.1 2'],
    ['chat@9', 'REGISTRY_VERSION_NOT_FOUND'],
    ['chat@nothing', 'REGISTRY_VERSION_NOT_FOUND'],
    ['other', 'REGISTRY_PACKAGE_NOT_FOUND'],
  ])('%s is %s', async (spec, result) => {
    publish('1.0.0');
    publish('1.0.5');
    publish('2.0.0-rc.1', { tag: 'next' });
    publish('1.2.0');
    expect(await get(spec)).toBe(result);
  });

  test.each(['1.2.3beta', 'v1.2.3', '1.02.3', '=1.2.3', '1.2.3+more'])(
    'ignores the version %s, although npm accepts it',
    async (odd) => {
      publish(odd);
      expect(await get('chat')).toBe('REGISTRY_VERSION_NOT_FOUND');
      expect(await get('chat@^1')).toBe('REGISTRY_VERSION_NOT_FOUND');
      publish('1.0.0');
      expect(await get('chat@^1')).toBe('chat 1.0.0 2');
    },
  );

  test('a scope has a separate registry', async () => {
    await using other = await fakeRegistry();
    const name = '@acme/chat';
    other.publish({ name, version: '1.0.0', archive: archive('1.0.0', name) });
    registry.publish({ name, version: '9.0.0', archive: archive('9.0.0', name) });
    expect(await get(name, settings({ npmrc: `@acme:registry=${other.url}` }))).toBe('@acme/chat 1.0.0 2');
    expect(registry.received).toEqual([]);
  });
});

describe('responses of a hostile registry', () => {
  test.each<[what: string, code: string, release: Partial<Parameters<FakeRegistry['publish']>[0]>]>([
    ['no integrity', 'REGISTRY_INTEGRITY_MISSING', { dist: { integrity: undefined } }],
    ['a weak integrity', 'REGISTRY_INTEGRITY_MISSING', { dist: { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }],
    ['another integrity', 'REGISTRY_INTEGRITY_MISMATCH', { dist: { integrity: `sha512-${'A'.repeat(86)}==` } }],
    ['another name', 'REGISTRY_ANSWER_INVALID', { manifest: { name: 'evil' } }],
    ['another version', 'REGISTRY_ANSWER_INVALID', { manifest: { version: '6.6.6' } }],
    ['the archive of another name', 'REGISTRY_ANSWER_INVALID', { archive: archive('1.0.0', 'evil') }],
    ['the archive of another version', 'REGISTRY_ANSWER_INVALID', { archive: archive('6.6.6') }],
    ['an archive without a package.json', 'REGISTRY_ANSWER_INVALID', { archive: packageOf({ a: 'b' }) }],
    ['no address', 'REGISTRY_ANSWER_INVALID', { dist: { tarball: 'nowhere' } }],
    ['an address that is a file', 'REGISTRY_INSECURE', { dist: { tarball: 'file:///etc/passwd' } }],
    ['an archive that is none', 'ARCHIVE_REFUSED', { archive: Buffer.from('hello') }],
  ])('%s is %s', async (_, code, release) => {
    publish('1.0.0', release);
    expect(await get('chat')).toBe(code);
  });

  test('does not fetch an archive from another host', async () => {
    await using other = await fakeRegistry();
    other.publish({ name: 'chat', version: '1.0.0', archive: archive('1.0.0') });
    publish('1.0.0', { dist: { tarball: `${other.url}chat/-/chat-1.0.0.tgz` } });
    expect(await get('chat')).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    // Only the list blocks the archive.
    expect(await get('chat', settings({ allowed: [registry.url, other.url] }))).toBe('chat 1.0.0 2');
  });

  test('sends neither a connection nor the token to another port after a redirect', async () => {
    await using other = await fakeRegistry();
    other.publish({ name: 'chat', version: '1.0.0', archive: archive('1.0.0') });
    registry.answer('/chat', (_, response) => response.writeHead(302, { location: `${other.url}chat` }).end());
    const npmrc = `//${new URL(registry.url).host}/:_authToken=canary`;
    expect(await get('chat', settings({ npmrc }))).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    expect(registry.received.map(({ authorization }) => authorization)).toEqual(['Bearer canary']);
    // The redirect setting also applies to allowed hosts.
    const allowed = [registry.url, other.url];
    expect(await get('chat', settings({ npmrc, allowed }))).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    expect(await get('chat', settings({ npmrc, allowed, redirects: 'listed' }))).toBe('chat 1.0.0 2');
    expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test('ends circular, silent, endless and compressed responses', async () => {
    registry.answer('/chat', (_, response) => response.writeHead(302, { location: `${registry.url}chat` }).end());
    expect(await get('chat')).toBe('REGISTRY_ANSWER_INVALID');
    const drip = new Set<NodeJS.Timeout>();
    registry.answer('/chat', (_, response) => {
      drip.add(setInterval(() => response.write(' '), 50));
    });
    expect(await get('chat', settings({ limits: { retries: 0, timeoutMs: 400 } }))).toBe('REGISTRY_TIMEOUT');
    for (const timer of drip) clearInterval(timer);
    registry.answer('/chat', (_, response) => response.end(JSON.stringify({ name: 'x'.repeat(2_000_000) })));
    expect(await get('chat', settings({ limits: { retries: 0, packumentBytes: 1_000_000 } }))).toBe(
      'REGISTRY_TOO_LARGE',
    );
    registry.answer('/chat', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"name":"chat"}')),
    );
    expect(await get('chat')).toBe('REGISTRY_ANSWER_INVALID');
  });

  test.each([
    ['another package', { name: 'evil', 'dist-tags': {}, versions: {} }],
    ['a list', []],
    ['nothing', null],
    ['versions of another shape', { name: 'chat', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': 7 } }],
    ['keys of JavaScript', { name: 'chat', 'dist-tags': { latest: 'constructor' }, versions: {} }],
  ])('refuses %s instead of a packument', async (_, answer) => {
    registry.answer('/chat', (_request, response) => json(response, answer));
    expect(['REGISTRY_ANSWER_INVALID', 'REGISTRY_VERSION_NOT_FOUND']).toContain(await get('chat'));
  });
});

const aged = () => settings({ freshness: () => ({ minAgeMs: 24 * 3_600_000, acceptsUnknown: false }) });

describe('minimum age of a release', () => {
  test.each<[what: string, time: string | null, code: string]>([
    ['young', '2026-06-01T11:00:00Z', 'REGISTRY_TOO_YOUNG'],
    ['of unknown age', null, 'REGISTRY_TOO_YOUNG'],
    ['of a time that is none', 'yesterday', 'REGISTRY_TOO_YOUNG'],
    ['of the future', '2027-01-01T00:00:00Z', 'REGISTRY_TOO_YOUNG'],
    ['a day old', '2026-05-31T12:00:00Z', 'chat 1.0.0 2'],
  ])('checks a release that is %s', async (_, time, result) => {
    publish('1.0.0', { time });
    expect(await get('chat', aged())).toBe(result);
    expect(await get('chat@1.0.0', aged())).toBe(result);
  });

  test('uses an older release that satisfies the minimum age', async () => {
    publish('1.0.0');
    publish('1.1.0', { time: '2026-06-01T11:00:00Z' });
    expect(await get('chat', aged())).toBe('chat 1.0.0 2');
    expect(await get('chat@^1', aged())).toBe('chat 1.0.0 2');
    expect(await get('chat@1.1.0', aged())).toBe('REGISTRY_TOO_YOUNG');
  });
});

test('offline, only cached packages are available', async () => {
  publish('1.0.0');
  expect(await get('chat')).toBe('chat 1.0.0 2');
  const asked = registry.received.length;
  expect(await get('chat', settings({ offline: true }))).toBe('chat 1.0.0 2');
  expect(await get('other', settings({ offline: true }))).toBe('REGISTRY_OFFLINE');
  expect(registry.received).toHaveLength(asked);
});

test('downloads an archive again if the cached one is damaged', async () => {
  publish('1.0.0');
  registry.answer('/chat/-/chat-1.0.0.tgz', ({ headers }, response) => {
    const isKnown = headers['if-none-match'] === '"1"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : archive('1.0.0'));
  });
  expect(await get('chat')).toBe('chat 1.0.0 2');
  const files = readdirSync(join(cache, 'content-v2'), { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.filter((one) => readFileSync(one).equals(archive('1.0.0')))) {
    writeFileSync(path, Buffer.alloc(archive('1.0.0').length));
  }
  expect(await get('chat')).toBe('chat 1.0.0 2');
  expect(await get('chat', settings({ offline: true }))).toBe('chat 1.0.0 2');
});

test('does not use a cached answer if the registry is unreachable', async () => {
  publish('1.0.0');
  expect(await get('chat')).toBe('chat 1.0.0 2');
  await registry[Symbol.asyncDispose]();
  expect(await get('chat')).toBe('REGISTRY_UNREACHABLE');
  expect(await get('chat', settings({ offline: true }))).toBe('chat 1.0.0 2');
});

test('repeats a request if the registry is busy, and not if it refuses', async () => {
  publish('1.0.0');
  const packument = { name: 'chat', 'dist-tags': {}, versions: {} };
  let asked = 0;
  registry.answer('/chat', (_, response) => {
    asked += 1;
    json(response, packument, asked < 3 ? 503 : 200);
  });
  expect(await get('chat', settings({ limits: { retries: 2 } }))).toBe('REGISTRY_VERSION_NOT_FOUND');
  expect(asked).toBe(3);
  registry.answer('/chat', (_, response) => {
    asked += 1;
    json(response, {}, 403);
  });
  expect(await get('chat', settings({ limits: { retries: 2 } }))).toBe('REGISTRY_UNAUTHORIZED');
  expect(asked).toBe(4);
});
