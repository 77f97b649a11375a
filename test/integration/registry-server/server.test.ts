import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkSignatures, readKeys } from '../../../registry-client/signatures.ts';
import type { Release } from '../../../registry-client/release.ts';
import { bodyLimits, accountsPerMinute } from '../../../registry-server/request-filter.ts';
import { packageOf } from '../../support/archives.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import {
  escaped,
  gatedRegistry,
  password,
  publication,
  send,
  signIn,
  type Answer,
  type TestRegistry,
} from '../../support/verdaccio.ts';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await gatedRegistry({
    users: ['ada', 'bob', 'eve'],
    configuration: {
      groups: new Map([['customers', ['bob']]]),
      packages: [
        { pattern: '@acme/premium-*', access: ['customers', 'ada'] },
        { pattern: '@team/*', publish: ['customers', 'ada'] },
      ],
    },
  });
});

afterAll(() => registry[Symbol.asyncDispose]());

/**
 * Sends a request.
 *
 * @param what The method and path, separated by a space
 */
function as(user: string | undefined, what: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ');
  return send(registry.url, { method, path, body, ...(user === undefined ? {} : { token: registry.token(user) }) });
}

const publish = (user: string, name: string, version = '1.0.0') =>
  as(user, `PUT ${escaped(name)}`, publication(name, { version }));

test('other users of the machine cannot read the folder', () => {
  const mode = (name: string) => (statSync(join(registry.storage, name)).mode & 0o777).toString(8);
  expect(mode('.')).toBe('700');
  expect(['users.htpasswd', 'signing-key.pem', 'registry.log'].map(mode)).toEqual(['600', '600', '600']);
  expect(readFileSync(join(registry.storage, 'users.htpasswd'), 'utf8')).toMatch(/^ada:\$2[aby]\$10\$/u);
});

test('signs accepted packages, and the client verifies the signature', async () => {
  await publish('ada', 'signed');
  const keys = readKeys(JSON.parse((await as(undefined, 'GET -/npm/v1/keys')).text));
  const { versions } = JSON.parse((await as('ada', 'GET signed')).text);
  const { integrity, signatures } = versions['1.0.0'].dist;
  const release = { name: 'signed', version: '1.0.0', integrity, signatures } as Release;
  expect(checkSignatures(release, keys, { now: new Date() })).toBe('verified');
  expect(() => checkSignatures({ ...release, version: '1.0.1' }, keys, { now: new Date() })).toThrow(
    expect.objectContaining({ code: 'REGISTRY_SIGNATURE_INVALID' }),
  );
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const other = keys.map(({ id, expires }) => ({
    id,
    expires,
    key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
  }));
  expect(() => checkSignatures(release, other, { now: new Date() })).toThrow(
    expect.objectContaining({ code: 'REGISTRY_SIGNATURE_INVALID' }),
  );
});

const statuses = async (user: string | undefined) =>
  Promise.all(
    ['closed', 'closed/-/closed-1.0.0.tgz', '-/v1/search?text=closed', '-/whoami', '-/ping', '-/npm/v1/keys'].map(
      async (path) => (await as(user, `GET ${path}`)).status,
    ),
  );

test('allows only health, keys and signing in without a token', async () => {
  await publish('ada', 'closed');
  expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 200, 200]);
  expect(await statuses('eve')).toEqual([200, 200, 200, 200, 200, 200]);
});

const register = (name: string) =>
  send(registry.url, { method: 'PUT', path: `-/user/org.couchdb.user:${name}`, body: { name, password } });

test('refuses new accounts without self-registration', async () => {
  expect((await register('mallory')).status).toBe(401);
  const open = await gatedRegistry({ users: [], configuration: { selfRegistration: true } });
  expect(await signIn(open.url, 'mallory')).not.toBe('');
  await open[Symbol.asyncDispose]();
});

test('refuses a wrong password', async () => {
  const body = { name: 'ada', password: 'wrong horse battery' };
  const answer = await send(registry.url, { method: 'PUT', path: '-/user/org.couchdb.user:ada', body });
  expect(answer.status).toBe(401);
});

const found = async (user: string) =>
  (await as(user, 'GET -/v1/search?text=premium-chat')).text.includes('@acme/premium-chat');
const fetched = async (user: string) => (await as(user, 'GET @acme/premium-chat/-/premium-chat-1.0.0.tgz')).status;

test('restricted packages cannot be fetched or found by other users', async () => {
  expect((await publish('ada', '@acme/premium-chat')).status).toBe(201);
  expect([await found('bob'), await found('eve')]).toEqual([true, false]);
  expect([await fetched('bob'), await fetched('eve')]).toEqual([200, 403]);
});

const premiumStatuses = async (user: string) =>
  Promise.all(
    [
      '@acme/premium-shop',
      '@acme/premium-shop/1.0.0',
      '@acme/premium-nothing',
      '-/package/@acme%2fpremium-shop/dist-tags',
    ].map(async (path) => (await as(user, `GET ${path}`)).status),
  );

test('does not reveal restricted packages to other users', async () => {
  await publish('ada', '@acme/premium-shop');
  expect(await premiumStatuses('bob')).toEqual([200, 200, 404, 200]);
  expect(await premiumStatuses('eve')).toEqual([403, 403, 403, 403]);
});

test('with anonymous read access, restricted packages need a listed user', async () => {
  await using open = await gatedRegistry({
    configuration: { anonymousRead: true, packages: [{ pattern: '@acme/premium-*', access: ['ada'] }] },
  });
  const ask = async (method: string, path: string, { user, body }: { user?: string; body?: unknown } = {}) =>
    (await send(open.url, { method, path, body, ...(user !== undefined && { token: open.token(user) }) })).status;
  for (const name of ['free', '@acme/premium-chat']) {
    expect(await ask('PUT', escaped(name), { user: 'ada', body: publication(name) })).toBe(201);
  }
  const archive = '@acme/premium-chat/-/premium-chat-1.0.0.tgz';
  expect([await ask('GET', 'free'), await ask('GET', 'free/-/free-1.0.0.tgz')]).toEqual([200, 200]);
  expect([await ask('GET', archive), await ask('GET', archive, { user: 'bob' })]).toEqual([401, 403]);
  expect([await ask('HEAD', archive), await ask('GET', archive, { user: 'ada' })]).toEqual([401, 200]);
});

test('a list of publishers replaces the owner', async () => {
  expect((await publish('ada', '@team/one')).status).toBe(201);
  expect((await publish('bob', '@team/one', '1.1.0')).status).toBe(201);
  expect((await publish('eve', '@team/one', '1.2.0')).status).toBe(403);
  expect((await publish('eve', '@team/two')).status).toBe(403);
});

const tag = (user: string) => as(user, 'PUT -/package/mine/dist-tags/beta', '"1.0.0"');
const deprecate = (user: string) =>
  as(user, 'PUT mine', { name: 'mine', 'dist-tags': {}, versions: { '1.0.0': { deprecated: 'old' } } });
const remove = (user: string) => as(user, 'DELETE mine/-rev/1-a');

test('only owners can set tags, deprecate and unpublish, and unpublishing is off by default', async () => {
  await publish('ada', 'mine');
  expect([(await tag('bob')).status, (await deprecate('bob')).status, (await remove('bob')).status]).toEqual([
    403, 403, 403,
  ]);
  expect([(await tag('ada')).status, (await deprecate('ada')).status, (await remove('ada')).status]).toEqual([
    201, 201, 403,
  ]);
});

test('a read-only token cannot publish, and a revoked token cannot read', async () => {
  await publish('ada', 'for-ci');
  const made = await as('ada', 'POST -/npm/v1/tokens', { password, readonly: true, cidr_whitelist: [] });
  const { token, key } = JSON.parse(made.text) as { token: string; key: string };
  const by = (method: string, path: string, body?: unknown) => send(registry.url, { method, path, body, token });
  expect((await by('GET', 'for-ci')).status).toBe(200);
  expect((await by('PUT', 'for-ci', publication('for-ci', { version: '1.1.0' }))).status).toBe(403);
  expect((await as('ada', `DELETE -/npm/v1/tokens/token/${key}`)).status).toBe(200);
  expect((await by('GET', 'for-ci')).status).toBe(403);
  // The gate forgets a publication that Verdaccio refused, so the version is still free.
  expect((await publish('ada', 'for-ci', '1.1.0')).status).toBe(201);
});

test('a sign-in expires after half a day, and a token for CI does not', async () => {
  const made = await as('ada', 'POST -/npm/v1/tokens', { password, readonly: true, cidr_whitelist: [] });
  const { token } = JSON.parse(made.text) as { token: string };
  const whoami = async (by: string) =>
    (await send(registry.url, { method: 'GET', path: '-/whoami', token: by })).status;
  expect([await whoami(registry.token('ada')), await whoami(token)]).toEqual([200, 200]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 });
  try {
    expect([await whoami(registry.token('ada')), await whoami(token)]).toEqual([401, 200]);
  } finally {
    vi.useRealTimers();
  }
});

test('serves names of an uplink from there and refuses to publish them', async () => {
  await using elsewhere = await fakeRegistry();
  elsewhere.publish({ name: 'left-pad', version: '1.0.0', archive: packageOf({ 'package.json': '{}' }) });
  elsewhere.publish({ name: 'hidden', version: '1.0.0', archive: packageOf({ 'package.json': '{}' }) });
  await using mirror = await gatedRegistry({
    users: ['ada'],
    configuration: { uplinks: new Map([[elsewhere.url, ['left-*']]]) },
  });
  const token = mirror.token('ada');
  const fetched = async (path: string) => (await send(mirror.url, { method: 'GET', path, token })).status;
  expect([await fetched('left-pad'), await fetched('hidden')]).toEqual([200, 404]);
  const publishAs = async (name: string) =>
    (await send(mirror.url, { method: 'PUT', path: name, body: publication(name), token })).status;
  expect([await publishAs('left-out'), await publishAs('hidden')]).toEqual([403, 201]);
  expect(readFileSync(join(mirror.storage, 'gate.json'), 'utf8')).not.toContain('left-out');
});

test.each(['https://plugins.acme.example/', 'https://acme.example:8443/all/plugins/'])(
  'behind TLS, archive addresses use the configured URL %s, for any headers',
  async (publicUrl) => {
    await using behind = await gatedRegistry({ users: ['ada'], configuration: { publicUrl } });
    const token = behind.token('ada');
    await send(behind.url, { method: 'PUT', path: 'chat', body: publication('chat'), token });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { text } = await send(behind.url, { method: 'GET', path: 'chat', token, headers });
    const { versions } = JSON.parse(text);
    expect(versions['1.0.0'].dist.tarball).toBe(`${publicUrl}chat/-/chat-1.0.0.tgz`);
  },
);

test('a removed user is signed out immediately', async () => {
  const left = await gatedRegistry({ users: ['ada'] });
  const ask = () => send(left.url, { method: 'GET', path: '-/whoami', token: left.token('ada') });
  expect((await ask()).status).toBe(200);
  writeFileSync(join(left.storage, 'users.htpasswd'), '');
  expect((await ask()).status).toBe(401);
  await left[Symbol.asyncDispose]();
});

test('refuses a large request before reading it', async () => {
  const large = 'x'.repeat(bodyLimits.account + 1);
  const signIn = await as(undefined, 'PUT -/user/org.couchdb.user:ada', { name: 'ada', password: large });
  expect(signIn.status).toBe(413);
  const nobody = await as(undefined, 'PUT large', { name: 'large', large: 'x'.repeat(1_000_000) });
  expect(nobody.status).toBe(401);
  const zipped = { 'content-encoding': 'gzip' };
  const sent = { method: 'PUT', path: 'zipped', body: '{}', token: registry.token('ada'), headers: zipped };
  expect((await send(registry.url, sent)).status).toBe(415);
});

test('passwords can only be used to sign in', async () => {
  const authorization = `Basic ${btoa(`ada:${password}`)}`;
  expect((await send(registry.url, { method: 'GET', path: '-/whoami', authorization })).status).toBe(401);
});

test('limits password attempts', async () => {
  const slow = await gatedRegistry({ users: [] });
  const guess = async () => {
    const body = { name: 'ada', password: 'x' };
    return (await send(slow.url, { method: 'PUT', path: '-/user/org.couchdb.user:ada', body })).status;
  };
  const statuses = [];
  for (let attempt = 0; attempt <= accountsPerMinute; attempt += 1) statuses.push(await guess());
  expect(statuses.slice(-2)).toEqual([401, 429]);
  await slow[Symbol.asyncDispose]();
});

const keysOf = (url: string) => send(url, { method: 'GET', path: '-/npm/v1/keys' });

test('a copy of the folder is a complete backup', async () => {
  await publish('ada', 'kept');
  const copy = temporaryFolder();
  cpSync(registry.storage, copy, { recursive: true });
  const restored = await gatedRegistry({ storage: copy, users: ['ada', 'bob'] });
  expect(await keysOf(restored.url)).toEqual(await keysOf(registry.url));
  const by = (user: string, version: string) =>
    send(restored.url, {
      method: 'PUT',
      path: 'kept',
      body: publication('kept', { version }),
      token: restored.token(user),
    });
  const archive = { method: 'GET', path: 'kept/-/kept-1.0.0.tgz', token: restored.token('bob') };
  expect((await send(restored.url, archive)).status).toBe(200);
  expect([
    (await by('bob', '1.1.0')).status,
    (await by('ada', '1.0.0')).status,
    (await by('ada', '1.1.0')).status,
  ]).toEqual([403, 409, 201]);
  await restored[Symbol.asyncDispose]();
});

test('refuses a version with build metadata, which would stop Verdaccio, and keeps running', async () => {
  expect((await publish('ada', 'built', '1.0.0+b1')).status).toBe(422);
  expect((await publish('ada', 'built', '1.0.0-b.1')).status).toBe(201);
  expect((await as('ada', 'GET built')).status).toBe(200);
});

test('gives a name to one of two users who publish at the same time', async () => {
  const answers = await Promise.all([publish('ada', 'raced'), publish('bob', 'raced')]);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 403]));
});
