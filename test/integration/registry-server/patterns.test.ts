/** The packages that a pattern matches, as seen by a user without access. */
import { expect, test } from 'vitest';
import { registryFolder } from '../../../registry-server/folder.ts';
import { verdaccioConfiguration } from '../../../registry-server/verdaccio-configuration.ts';
import {
  configurationIn,
  escaped,
  gatedRegistry,
  publication,
  send,
  type TestRegistry,
} from '../../support/verdaccio.ts';

/** Requests every address of a package as a user. Returns the statuses and whether the lists contain the package. */
async function seen({ url, token }: TestRegistry, { user, name }: { user: string; name: string }): Promise<unknown[]> {
  const get = (path: string) => send(url, { method: 'GET', path, token: token(user) });
  const fetched = [escaped(name), `${escaped(name)}/1.0.0`, `${name}/-/${name.split('/').at(-1)}-1.0.0.tgz`];
  const statuses = await Promise.all(fetched.map(async (path) => (await get(path)).status));
  const lists = await Promise.all(['-/all', `-/v1/search?text=${name}`, '-/v1/search?text=&size=250'].map(get));
  return [...statuses, ...lists.map(({ text }) => text.includes(`"${name}"`))];
}

test.each<[pattern: string, meant: readonly string[], others: readonly string[]]>([
  ['*', ['chat', '@acme/chat'], []],
  ['chat', ['chat'], ['chats', '@acme/chat', '@chat/chat']],
  ['chat*', ['chat', 'chats', 'chat.one', 'chat-one'], ['cha', '@acme/chat', '@chat/one']],
  ['@acme/*', ['@acme/chat', '@acme/one.two'], ['chat', '@acme-two/chat', 'acme']],
  ['@acme/chat*', ['@acme/chat', '@acme/chats'], ['chat', '@acme/one', '@other/chat']],
])('%s: hides matching packages from other users', async (pattern, meant, others) => {
  const packages = [{ pattern, access: ['team'], publish: ['team'] }];
  const configuration = { groups: new Map([['team', ['ada']]]), packages };
  await using registry = await gatedRegistry({ users: ['ada', 'eve'], configuration });
  const put = (name: string) =>
    send(registry.url, { method: 'PUT', path: escaped(name), body: publication(name), token: registry.token('ada') });
  for (const name of [...meant, ...others]) expect((await put(name)).status).toBe(201);
  for (const name of meant) {
    expect([name, ...(await seen(registry, { user: 'eve', name }))]).toEqual([
      name,
      403,
      403,
      403,
      false,
      false,
      false,
    ]);
  }
  // Packages for this user, and packages that the pattern does not match.
  const open = [...meant.map((name) => ({ user: 'ada', name })), ...others.map((name) => ({ user: 'eve', name }))];
  for (const { user, name } of open) {
    const [packument, , archive] = await seen(registry, { user, name });
    expect([name, packument, archive]).toEqual([name, 200, 200]);
  }
});

test.each(['*', '@acme/*'])('a package rule for %s has priority over the same pattern of an uplink', (pattern) => {
  const uplinks = new Map([['https://other.example/', [pattern]]]);
  const configuration = configurationIn('/srv/registry', { packages: [{ pattern, access: ['ada'] }], uplinks });
  const { packages } = verdaccioConfiguration(configuration, registryFolder('/srv/registry')) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  expect(Object.values(packages)[0]).toMatchObject({ access: ['ada'], proxy: [] });
});
