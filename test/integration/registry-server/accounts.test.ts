/** Accounts: password rules and the users file. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRegistryUser } from '../../../src/flows/registry-server/serve.ts';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { bareVerdaccio, gatedRegistry, password, send, type TestRegistry } from '../../support/verdaccio.ts';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await gatedRegistry({
    configuration: { selfRegistration: true, publicUrl: 'https://plugins.acme.example/' },
  });
});

afterAll(() => registry[Symbol.asyncDispose]());

/** Sends each request from a different address, because attempts are limited by address. */
const sent = async ({ url }: TestRegistry, request: Parameters<typeof send>[1]): Promise<number> => {
  const headers = { 'x-forwarded-for': randomUUID() };
  return (await send(url, { headers, ...request })).status;
};

interface Change {
  readonly old?: unknown;
  readonly to: unknown;
}

const change = (by: string, { old = password, to }: Change, at = registry) =>
  sent(at, { method: 'POST', path: '-/npm/v1/user', token: at.token(by), body: { password: { old, new: to } } });

const signIn = (name: unknown, secret: unknown, at = registry) =>
  sent(at, { method: 'PUT', path: '-/user/org.couchdb.user:x', body: { name, password: secret } });

const another = 'another horse battery';
const users = ({ storage } = registry) => readFileSync(join(storage, 'users.htpasswd'), 'utf8');

test('changes a password with the old password and keeps all other records', async () => {
  const before = users();
  expect(await change('ada', { old: 'wrong horse battery', to: another })).toBe(422);
  expect(users()).toBe(before);
  expect(await change('ada', { to: another })).toBe(200);
  expect(users().startsWith(before)).toBe(true);
  expect([await signIn('ada', password), await signIn('ada', another), await signIn('bob', password)]).toEqual([
    401, 201, 201,
  ]);
});

test('accepts only one of two changes at the same time', async () => {
  const statuses = await Promise.all(['one', 'two'].map((word) => change('bob', { to: `${another} ${word}` })));
  expect(new Set(statuses)).toEqual(new Set([200, 422]));
  const held = statuses[0] === 200 ? 'one' : 'two';
  expect(await signIn('bob', `${another} ${held}`)).toBe(201);
  await change('bob', { old: `${another} ${held}`, to: password });
});

test('refuses invalid, short and long passwords when signing in or changing a password', async () => {
  await using bare = await bareVerdaccio({ configuration: { selfRegistration: true } });
  expect([await change('ada', { to: 'abc' }, bare), await signIn('eve', 'abc', bare)]).toEqual([200, 201]);
  for (const wrong of ['abc', '€'.repeat(25), '', 5, ['correct horse battery'], null]) {
    expect(await change('bob', { to: wrong })).toBe(422);
    expect(await signIn('eve', wrong)).toBe(typeof wrong === 'string' ? 422 : 400);
  }
  expect(await change('bob', { old: { length: 12 }, to: another })).toBe(422);
  expect(users()).not.toContain('eve');
});

test('refuses invalid names and keeps running', async () => {
  for (const name of ['constructor ', '__proto__', 'Eve', 'a:b', 'a\nbob', '$all', 'x'.repeat(65)]) {
    expect(await signIn(name, password)).toBe(422);
  }
  expect([await signIn(5, password), await signIn('', password)]).toEqual([400, 401]);
  expect([await signIn('constructor', password), await signIn('constructor', password)]).toEqual([201, 201]);
});

test('a name in the configuration cannot be registered by users', async () => {
  const packages = [{ pattern: '@acme/*', access: ['customers'], publish: ['carol'] }];
  const groups = new Map([['customers', ['dave']]]);
  const configuration = { selfRegistration: true, packages, groups };
  await using open = await gatedRegistry({ users: [], configuration });
  const statuses = await Promise.all(['carol', 'dave', 'eve'].map((name) => signIn(name, password, open)));
  expect(statuses).toEqual([401, 401, 201]);
});

test('keeps all accounts that are created at the same time', async () => {
  const storage = temporaryFolder();
  const verdaccio = await loadVerdaccio(repository);
  const add = (name: string) => addUser({ name, password }, { storage, verdaccio });
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map(add));
  for (const name of names)
    expect(users({ ...registry, storage })).toMatch(new RegExp(`^${name}:\\$2[aby]\\$10\\$`, 'mu'));
  const twice = await Promise.all([codesOf(add('twin')), codesOf(add('twin'))]);
  expect(twice.flat()).toEqual(['REGISTRY_USER_INVALID']);
});

test('asks for no password if the name is taken or invalid', async () => {
  const storage = temporaryFolder();
  const asked: string[] = [];
  const add = (name: string) =>
    codesOf(
      addRegistryUser(
        { name, askPassword: () => Promise.resolve(`${password}${asked.push(name)}`) },
        { cwd: repository, storage },
      ),
    );
  expect([await add('ada'), await add('ada'), await add('Ada')].flat()).toEqual([
    'REGISTRY_USER_INVALID',
    'REGISTRY_USER_INVALID',
  ]);
  expect(asked).toEqual(['ada']);
});
