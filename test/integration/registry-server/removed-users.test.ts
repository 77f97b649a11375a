import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registryFolder } from '../../../registry-server/folder.ts';
import { removeUser } from '../../../registry-server/remove-user.ts';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { gatedRegistry, password, send, type TestRegistry } from '../../support/verdaccio.ts';

const asked = async ({ url }: TestRegistry, token: string) =>
  (await send(url, { method: 'GET', path: '-/whoami', token })).status;

const signIn = async ({ url }: TestRegistry, name: string) =>
  (await send(url, { method: 'PUT', path: `-/user/org.couchdb.user:${name}`, body: { name, password } })).status;

/** Creates a token without an expiry time. */
async function lasting({ url, token }: TestRegistry, user: string): Promise<string> {
  const body = { password, readonly: false, cidr_whitelist: [] };
  const made = await send(url, { method: 'POST', path: '-/npm/v1/tokens', body, token: token(user) });
  return (JSON.parse(made.text) as { token: string }).token;
}

const add = async (name: string, storage: string) =>
  addUser({ name, password }, { storage, verdaccio: await loadVerdaccio(repository) });

test('refuses the password and every token at once, and no others', async () => {
  await using registry = await gatedRegistry();
  const forCi = await lasting(registry, 'ada');
  expect([await asked(registry, registry.token('ada')), await asked(registry, forCi)]).toEqual([200, 200]);
  expect(removeUser('ada', registry.storage)).toEqual({ orphaned: [] });
  expect([await asked(registry, registry.token('ada')), await asked(registry, forCi)]).toEqual([401, 401]);
  expect(await signIn(registry, 'ada')).toBe(401);
  expect([await asked(registry, registry.token('bob')), await signIn(registry, 'bob')]).toEqual([200, 201]);
});

test('the name stays reserved, even with self-registration', async () => {
  await using open = await gatedRegistry({ users: ['ada'], configuration: { selfRegistration: true } });
  removeUser('ada', open.storage);
  expect([await signIn(open, 'ada'), await signIn(open, 'eve')]).toEqual([401, 201]);
  expect(await codesOf(add('ada', open.storage))).toEqual(['REGISTRY_USER_INVALID']);
  expect(await asked(open, open.token('ada'))).toBe(401);
});

const removing = (name: string, storage: string) => codesOf(Promise.resolve().then(() => removeUser(name, storage)));

test('refuses to remove an unknown user and writes no record', async () => {
  const storage = temporaryFolder();
  expect(await removing('ada', storage)).toEqual(['REGISTRY_USER_INVALID']);
  await add('ada', storage);
  expect(await removing('ada\nbob', storage)).toEqual(['REGISTRY_USER_INVALID']);
  expect(await removing('ada', storage)).toEqual([]);
  expect(await removing('ada', storage)).toEqual(['REGISTRY_USER_INVALID']);
  expect(readFileSync(registryFolder(storage).removed, 'utf8')).toBe('ada\n');
});

test('a truncated line does not affect the next removed user', async () => {
  const storage = temporaryFolder();
  for (const name of ['ada', 'bob']) await add(name, storage);
  const { removed } = registryFolder(storage);
  writeFileSync(removed, 'somebod');
  removeUser('bob', storage);
  expect(readFileSync(removed, 'utf8')).toBe('somebod\nbob\n');
  expect(() => removeUser('bob', storage)).toThrow(expect.objectContaining({ code: 'REGISTRY_USER_INVALID' }));
});
