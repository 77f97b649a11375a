/** Package owners and their changes. The end-to-end test sends the same requests with npm itself. */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { addRegistryOwner } from '../../../src/flows/registry-server/serve.ts';
import { removeUser } from '../../../registry-server/remove-user.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { bareVerdaccio, gatedRegistry, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

let registry: TestRegistry;
let name: string;
let count = 0;

beforeAll(async () => {
  registry = await gatedRegistry({
    users: ['ada', 'bob', 'eve'],
    configuration: { packages: [{ pattern: '@team/*', publish: ['ada', 'bob'] }] },
  });
});

afterAll(() => registry[Symbol.asyncDispose]());

beforeEach(async () => {
  count += 1;
  name = `owned-${count}`;
  await publish('ada', '1.0.0');
});

const putAt =
  (at: TestRegistry) =>
  async (user: string, path: string, body: unknown): Promise<number> =>
    (await send(at.url, { method: 'PUT', path, body, token: at.token(user) })).status;
const put: ReturnType<typeof putAt> = (user, path, body) => putAt(registry)(user, path, body);
const publish = (user: string, version: string) => put(user, name, publication(name, { version }));
const packument = async (of = name, at = registry) =>
  JSON.parse((await send(at.url, { method: 'GET', path: `${of}?write=true`, token: at.token('ada') })).text) as {
    readonly _rev: string;
    readonly maintainers: readonly { readonly name: string }[];
    readonly versions: Readonly<Record<string, object>>;
  };
const revision = async (of = name) => {
  const { _rev } = await packument(of);
  return _rev;
};
/** Sends only the complete list of owners, like npm. */
const ownBy = (base: string, user: string, { owners, of = name }: { owners: readonly string[]; of?: string }) =>
  put(user, `${of}/-rev/${base}`, {
    _id: of,
    _rev: base,
    maintainers: owners.map((each) => ({ name: each, email: '' })),
  });
const own = async (user: string, owners: readonly string[], of = name) =>
  ownBy((await revision(of)) ?? '1-a', user, { owners, of });
const owners = async (of?: string) => (await packument(of)).maintainers.map((each) => each.name);

test('the first publisher is the owner, can add owners and can leave', async () => {
  expect(await owners()).toEqual(['ada']);
  expect(await publish('bob', '1.1.0')).toBe(403);
  expect(await own('ada', ['ada', 'bob'])).toBe(201);
  expect(await owners()).toEqual(['ada', 'bob']);
  expect(await publish('bob', '1.1.0')).toBe(201);
  expect(await own('bob', ['bob'])).toBe(201);
  expect([await publish('ada', '1.2.0'), await publish('bob', '1.2.0')]).toEqual([403, 201]);
  expect(Object.keys((await packument()).versions)).toEqual(['1.0.0', '1.1.0', '1.2.0']);
});

test.each([
  { what: 'somebody who owns nothing', user: 'eve', wanted: ['eve'], status: 403 },
  { what: 'somebody who adds themselves', user: 'eve', wanted: ['ada', 'eve'], status: 403 },
  { what: 'nobody at all', user: 'ada', wanted: [], status: 422 },
  { what: 'who is no user', user: 'ada', wanted: ['ada', 'mallory'], status: 404 },
])('refused: $what', async ({ user, wanted, status }) => {
  expect(await own(user, wanted)).toBe(status);
  expect(await owners()).toEqual(['ada']);
});

test('refuses to change owners of a missing package or of a package with configured publishers', async () => {
  expect(await own('ada', ['ada'], 'nothing')).toBe(404);
  expect(await put('ada', '@team/chat', publication('@team/chat'))).toBe(201);
  expect(await owners('@team/chat')).toEqual(['ada', 'bob']);
  expect(await own('ada', ['eve'], '@team/chat')).toBe(403);
});

test('ignores or refuses owners in a publication or next to versions', async () => {
  const maintainers = [{ name: 'eve' }];
  expect(await put('ada', name, publication(name, { version: '1.1.0', more: { maintainers } }))).toBe(201);
  expect(await put('ada', `${name}/-rev/${await revision()}`, { maintainers, 'dist-tags': {}, versions: {} })).toBe(
    403,
  );
  expect(await put('ada', name, { name, maintainers })).toBe(422);
  expect(await owners()).toEqual(['ada']);
});

/**
 * Sends the request of `npm deprecate`.
 *
 * @param base The revision it changes; by default the current revision
 */
const say = async (user: string, deprecated: string, base?: string) => {
  const { _rev, versions, ...rest } = await packument();
  const said = { '1.0.0': { ...versions['1.0.0'], deprecated } };
  return put(user, name, { ...rest, _rev: base ?? _rev, versions: { ...versions, ...said } });
};

test('accepts only one of two owner changes with the same revision', async () => {
  await own('ada', ['ada', 'bob']);
  const seen = await revision();
  const both = await Promise.all([
    ownBy(seen, 'ada', { owners: ['ada', 'bob', 'eve'] }),
    ownBy(seen, 'bob', { owners: ['bob'] }),
  ]);
  expect(both.toSorted()).toEqual([201, 409]);
  expect(await owners()).toEqual(both[0] === 201 ? ['ada', 'bob', 'eve'] : ['bob']);
});

test('control: with a newer revision, the second change undoes the first', async () => {
  await own('ada', ['ada', 'bob']);
  expect(await own('ada', ['ada', 'bob', 'eve'])).toBe(201);
  expect(await ownBy(await revision(), 'bob', { owners: ['ada', 'bob'] })).toBe(201);
  expect(await owners()).toEqual(['ada', 'bob']);
});

test.each<[what: string, change: () => Promise<number>]>([
  ['a version', () => publish('ada', '1.1.0')],
  ['a tag', () => put('ada', `-/package/${name}/dist-tags/beta`, '"1.0.0"')],
  ['a word on a version', () => say('ada', 'older')],
])('owner changes and deprecations with the old revision conflict after %s', async (_, change) => {
  const seen = await revision();
  expect(await change()).toBe(201);
  expect(await say('ada', 'old', seen)).toBe(409);
  expect(await ownBy(seen, 'ada', { owners: ['ada', 'bob'] })).toBe(409);
  expect(await own('ada', ['ada', 'bob'])).toBe(201);
  expect(await say('bob', 'old')).toBe(201);
});

test('a refused request does not change the revision', async () => {
  const before = await revision();
  expect([await publish('bob', '1.1.0'), await put('ada', name, { name }), await own('ada', [])]).toEqual([
    403, 422, 422,
  ]);
  expect(await revision()).toBe(before);
});

test('control: Verdaccio alone has no owners', async () => {
  await using bare = await bareVerdaccio();
  await putAt(bare)('ada', 'chat', publication('chat'));
  const body = { _id: 'chat', _rev: '1-a', maintainers: [{ name: 'ada' }, { name: 'bob' }] };
  expect(await putAt(bare)('ada', 'chat/-rev/1-a', body)).toBe(422);
  expect(await packument('chat', bare)).not.toHaveProperty('maintainers');
  expect(await putAt(bare)('bob', 'chat', publication('chat', { version: '1.1.0' }))).toBe(201);
});

const etag = async () => {
  const headers = { authorization: `Bearer ${registry.token('ada')}` };
  return (await fetch(new URL(name, registry.url), { headers })).headers.get('etag');
};

test('the ETag changes with the owners, and only then', async () => {
  const before = await etag();
  expect(await etag()).toBe(before);
  await own('ada', ['ada', 'bob']);
  expect(await etag()).not.toBe(before);
});

const described = async (user: string | undefined, of: string) => {
  const path = `-/user/org.couchdb.user:${of}`;
  const token = user === undefined ? undefined : registry.token(user);
  const { status, text } = await send(registry.url, { method: 'GET', path, ...(token !== undefined && { token }) });
  return [status, (JSON.parse(text) as { name?: string }).name];
};

test('shows signed-in users whether an owner exists', async () => {
  expect(await described('ada', 'bob')).toEqual([200, 'bob']);
  expect(await described('ada', 'mallory')).toEqual([404, undefined]);
  expect(await described(undefined, 'bob')).toEqual([401, undefined]);
});

test('stores owners in the gate records', async () => {
  await own('ada', ['ada', 'eve']);
  const { packages } = JSON.parse(readFileSync(join(registry.storage, 'gate.json'), 'utf8'));
  expect(packages[name].owners).toEqual(['ada', 'eve']);
});

test('a removed user owns no package, and their other packages are reported', async () => {
  await using left = await gatedRegistry({ users: ['ada', 'bob'] });
  for (const each of ['alone', 'shared']) await putAt(left)('ada', each, publication(each));
  const { _rev } = await packument('shared', left);
  await putAt(left)('ada', `shared/-rev/${_rev}`, { _rev, maintainers: [{ name: 'ada' }, { name: 'bob' }] });
  expect(removeUser('ada', left.storage)).toEqual({ orphaned: ['alone'] });
  const { text } = await send(left.url, { method: 'GET', path: 'shared', token: left.token('bob') });
  expect(JSON.parse(text)).toMatchObject({ maintainers: [{ name: 'bob' }] });
  expect(await putAt(left)('bob', 'shared', publication('shared', { version: '1.1.0' }))).toBe(201);
  expect(await putAt(left)('bob', 'alone', publication('alone', { version: '1.1.0' }))).toBe(403);
});

const given = (name: string, owner: string, storage: string) =>
  addRegistryOwner({ name, owner }, { cwd: storage, storage });
const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'done';
  } catch (error) {
    return error instanceof GenlockError ? error.code : String(error);
  }
};

test('assigns a package without owners to a user, before and after a restart', async () => {
  const storage = temporaryFolder();
  await using left = await gatedRegistry({ users: ['ada', 'bob', 'eve'] });
  for (const each of ['alone', 'other']) await putAt(left)('ada', each, publication(each));
  const before = await packument('alone', left);
  expect(removeUser('ada', left.storage)).toEqual({ orphaned: ['alone', 'other'] });
  expect(await putAt(left)('bob', 'alone', publication('alone', { version: '1.1.0' }))).toBe(403);

  expect(given('alone', 'bob', left.storage).owners).toEqual(['bob']);
  expect(given('alone', 'bob', left.storage).owners).toEqual(['bob']);
  expect(await putAt(left)('bob', 'alone', publication('alone', { version: '1.1.0' }))).toBe(201);
  const { text } = await send(left.url, { method: 'GET', path: 'alone', token: left.token('bob') });
  const now = JSON.parse(text) as typeof before;
  expect(now.maintainers).toEqual([{ name: 'bob', email: '' }]);
  // The old revision is invalid, and the package of another owner does not change.
  expect(now).not.toMatchObject({ _rev: before['_rev'] });
  expect(await putAt(left)('bob', 'other', publication('other', { version: '1.1.0' }))).toBe(403);

  given('other', 'eve', left.storage);
  cpSync(left.storage, storage, { recursive: true });
  await using again = await gatedRegistry({ storage, users: ['bob', 'eve'] });
  expect(await putAt(again)('eve', 'other', publication('other', { version: '1.1.0' }))).toBe(201);
  // Each assignment applies once: an owner who is removed later is not restored by a restart.
  const { _rev } = JSON.parse(
    (await send(again.url, { method: 'GET', path: 'other', token: again.token('eve') })).text,
  );
  expect(await putAt(again)('eve', `other/-rev/${_rev}`, { _rev, maintainers: [{ name: 'bob' }] })).toBe(201);
  const { taken } = JSON.parse(readFileSync(join(storage, 'gate.json'), 'utf8'));
  expect(taken).toBe(readFileSync(join(storage, 'owners.given'), 'utf8').split('\n').length - 1);
  expect(removeUser('bob', storage)).toEqual({ orphaned: ['alone', 'other'] });
});

test('ignores a truncated record and applies the next one', async () => {
  await using left = await gatedRegistry({ users: ['ada', 'bob'] });
  await putAt(left)('ada', 'alone', publication('alone'));
  appendFileSync(join(left.storage, 'owners.given'), '{"package":"alone","own');
  given('alone', 'bob', left.storage);
  expect((await packument('alone', left)).maintainers.map((each) => each.name)).toEqual(['ada', 'bob']);
});

test('refuses to assign an unknown package or user, or against the configuration', async () => {
  const config = join(temporaryFolder(), 'registry.json');
  writeFileSync(config, JSON.stringify({ packages: { '@team/*': { publish: ['ada'] } } }));
  const { storage } = registry;
  const tries: readonly (() => unknown)[] = [
    () => given('nothing', 'bob', storage),
    () => given(name, 'mallory', storage),
    () => given(name, 'bob', temporaryFolder()),
    () => addRegistryOwner({ name: '@team/chat', owner: 'bob' }, { cwd: storage, storage, config }),
  ];
  expect(tries.map(codeOf)).toEqual(tries.map(() => 'REGISTRY_OWNER_INVALID'));
  expect(await owners()).toEqual(['ada']);
});
