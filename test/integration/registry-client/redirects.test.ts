/** Allowed redirect targets, and the credentials that are sent to them. */
import pacote from 'pacote';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseSpec, publishRelease, resolveRelease, signIn, signOut } from '../../../registry-client/index.ts';
import { fakeRegistry, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, codeOf, get, host, seenBy, settingsOf } from '../../unit/registry-client/asking.ts';

let registry: FakeRegistry;
let other: FakeRegistry;
beforeEach(async () => {
  [registry, other] = await Promise.all([fakeRegistry(), fakeRegistry()]);
  other.publish({ name: 'chat', version: '1.0.0', archive: archive() });
});
afterEach(async () => {
  await Promise.all([registry, other].map((each) => each[Symbol.asyncDispose]()));
});

/** Both registries are named and have a token. */
const npmrc = () =>
  [
    `registry=${registry.url}`,
    `@other:registry=${other.url}`,
    `//${host(registry)}/:_authToken=of-registry`,
    `//${host(other)}/:_authToken=of-other`,
  ].join('\n');

function redirect(from: string, to: string, status = 302): void {
  registry.answer(from, (_, response) =>
    response.writeHead(status, { location: to, 'cache-control': 'max-age=3600' }).end(),
  );
}

describe('to another origin', () => {
  test('is followed only if the settings allow it', async () => {
    redirect('/chat', `${other.url}chat`);
    expect(await get('chat', npmrc())).toBe('REGISTRY_NOT_ALLOWED');
    expect(await get('chat', npmrc(), { redirects: 'same-origin' })).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    expect(await get('chat', npmrc(), { redirects: 'listed' })).toBe('fetched');
  });

  test('names both hosts if the target is not configured', async () => {
    redirect('/chat', `${other.url}chat`);
    const settings = settingsOf(`registry=${registry.url}`);
    await expect(resolveRelease(parseSpec('chat'), settings)).rejects.toMatchObject({
      code: 'REGISTRY_NOT_ALLOWED',
      message: expect.stringMatching(new RegExp(`${host(registry)} redirects .*${host(other)}`, 'u')),
    });
    expect(other.received).toEqual([]);
  });

  test('is not followed if only its path resembles the registry', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    redirect('/chat', `${other.url}/${host(registry)}/chat`);
    other.alias(`//${host(registry)}/chat`, '/chat');
    expect(await get('chat', npmrc())).toBe('REGISTRY_NOT_ALLOWED');
    expect(await get('chat', `registry=${registry.url}`, { redirects: 'listed' })).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
  });

  test('with another scheme is another origin', async () => {
    const secure = `https://${host(registry)}/`;
    redirect('/chat', `${secure}chat`);
    const named = `${npmrc()}\n@secure:registry=${secure}`;
    expect(await get('chat', named)).toBe('REGISTRY_NOT_ALLOWED');
    // Control: the server does not support TLS, and only a followed redirect fails for this reason.
    expect(await get('chat', named, { redirects: 'listed' })).toBe('REGISTRY_UNREACHABLE');
  });

  test('is not followed to an address that is not allowed, for any setting', async () => {
    redirect('/chat', `${other.url}chat`);
    const only = { redirects: 'listed', allowed: [registry.url] } as const;
    expect(await get('chat', npmrc(), only)).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
  });

  test('for an archive is refused, too', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    redirect('/chat/-/chat-1.0.0.tgz', `${other.url}chat/-/chat-1.0.0.tgz`);
    expect(await get('chat', npmrc())).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toEqual([]);
    expect(await get('chat', npmrc(), { redirects: 'listed' })).toBe('fetched');
    expect(seenBy(other)).toEqual([undefined]);
  });

  test('does not follow a cached redirect that is not allowed', async () => {
    const cache = temporaryFolder();
    redirect('/chat', `${other.url}chat`, 301);
    expect(await get('chat', npmrc(), { cache, redirects: 'listed' })).toBe('fetched');
    const asked = other.received.length;
    expect(await get('chat', npmrc(), { cache })).toBe('REGISTRY_NOT_ALLOWED');
    expect(other.received).toHaveLength(asked);
  });
});

test('a request body is never sent to another host, for any setting', async () => {
  const settings = settingsOf(npmrc(), { redirects: 'listed' });
  const { url } = registry;
  for (const path of ['/-/user/org.couchdb.user:ada', '/-/user/token/abc', '/sent'])
    redirect(path, `${other.url}${path.slice(1)}`, 307);
  const sent = [
    () => signIn({ registry: url, name: 'ada', password: 'canary' }, settings),
    async () => String(await signOut({ registry: url, token: 'abc' }, settings)),
    async () => {
      const manifest = { name: 'sent', version: '1.0.0' };
      const how = { tag: 'latest', provenance: false, stage: false } as const;
      return JSON.stringify(
        await publishRelease({ registry: url, manifest, archive: archive('sent'), ...how }, settings),
      );
    },
  ];
  for (const send of sent) expect(await codeOf(send)).toBe('REGISTRY_NOT_ALLOWED');
  expect(other.received).toEqual([]);
});

describe('the token of the first registry', () => {
  test('is not sent to the redirect target, even if that host has its own token', async () => {
    redirect('/chat', `${other.url}chat`);
    expect(await get('chat', npmrc(), { redirects: 'listed' })).toBe('fetched');
    expect(seenBy(registry)).toEqual(['Bearer of-registry']);
    // First the redirected packument, then the archive, which is requested at its own address.
    expect(seenBy(other)).toEqual([undefined, 'Bearer of-other']);
  });

  test('control: npm’s own client sends it', async () => {
    redirect('/chat', `${other.url}chat`);
    const options = { registry: registry.url, cache: temporaryFolder(), [`//${host(registry)}/:_authToken`]: 'canary' };
    await pacote.packument('chat', options);
    expect(seenBy(other)).toEqual(['Bearer canary']);
  });

  test('is not sent to the path of another registry on the same host', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    redirect('/a/chat', `${registry.url}b/chat`);
    registry.alias('/b/chat', '/chat');
    const base = `//${host(registry)}`;
    const lines = [`registry=${registry.url}a/`, `@b:registry=${registry.url}`, `${base}/a/:_authToken=of-a`];
    expect(await get('chat', lines.join('\n'))).toBe('fetched');
    expect(await get('chat', [...lines, `${base}/b/:_authToken=of-b`].join('\n'))).toBe('fetched');
    const once = ['Bearer of-a', undefined, undefined];
    expect(seenBy(registry)).toEqual([...once, ...once]);
  });

  test('is sent within its own path', async () => {
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
    redirect('/chat', '/packages/chat');
    registry.alias('/packages/chat', '/kept');
    registry.answer('/kept', (_, response) => response.writeHead(404).end('{}'));
    expect(await get('chat', npmrc())).toBe('REGISTRY_PACKAGE_NOT_FOUND');
    expect(seenBy(registry)).toEqual(['Bearer of-registry', 'Bearer of-registry']);
  });
});

/** Returns all credentials that the registry receives while the client fetches a package. */
const tokensFor = async (name: string, ...lines: readonly string[]): Promise<readonly (string | undefined)[]> => {
  const before = registry.received.length;
  expect(await get(name, [`registry=${registry.url}`, ...lines].join('\n'))).toBe('fetched');
  return [...new Set(seenBy(registry).slice(before))];
};

test('refuses plain http on this machine if it is denied', async () => {
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
  expect(await get('chat', npmrc(), { http: 'deny' })).toBe('REGISTRY_INSECURE');
  expect(registry.received).toEqual([]);
  expect(await get('chat', npmrc(), { http: 'loopback' })).toBe('fetched');
});

describe('a token for one scope', () => {
  const names = ['@acme/chat', '@beta/chat', 'chat'];
  beforeEach(() => {
    for (const name of names) registry.publish({ name, version: '1.0.0', archive: archive(name) });
  });
  test('is used only for names of the scope', async () => {
    const base = `//${host(registry)}/`;
    const lines = [`${base}:_authToken=all`, `${base}:@acme:_authToken=of-acme`];
    expect(await tokensFor('@acme/chat', ...lines)).toEqual(['Bearer of-acme']);
    expect(await tokensFor('@beta/chat', ...lines)).toEqual(['Bearer all']);
    expect(await tokensFor('chat', ...lines)).toEqual(['Bearer all']);
    // Control: without its own line, a scope uses the token of the host.
    expect(await tokensFor('@acme/chat', `${base}:_authToken=all`)).toEqual(['Bearer all']);
    expect(await tokensFor('@beta/chat', `${base}:@acme:_authToken=of-acme`)).toEqual([undefined]);
  });

  test('has priority over other credentials for the address and for paths below', async () => {
    const base = `//${host(registry)}`;
    const own = `${base}/:@acme:_authToken=of-acme`;
    expect(await tokensFor('@acme/chat', `${base}/:_auth=YTpi`, own)).toEqual(['Bearer of-acme']);
    expect(await tokensFor('@acme/chat', `${base}/@acme/:_authToken=x`, own)).toEqual(['Bearer of-acme']);
    expect(await tokensFor('@acme/chat', `${base}:@acme:_authToken=bare`)).toEqual(['Bearer bare']);
    // A line for another host with the same start of the name does not apply.
    expect(await tokensFor('@acme/chat', `${base}0/:_authToken=x`, own)).toEqual(['Bearer of-acme']);
  });

  test('is not used if only the path contains the scope', async () => {
    const tarball = `${registry.url}:@acme/chat.tgz`;
    registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist: { tarball } });
    registry.answer('/:@acme/chat.tgz', (_, response) => response.end(archive()));
    expect(await tokensFor('chat', `//${host(registry)}/:@acme:_authToken=of-acme`)).toEqual([undefined]);
  });
});
