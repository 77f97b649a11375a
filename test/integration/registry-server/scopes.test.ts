/** Scopes of a team registry: only named publishers publish new names, and refusals name the person who can permit it. */
import { expect, test } from 'vitest';
import type { RegistryConfiguration } from '../../../registry-server/configuration.ts';
import { exampleArchive } from '../../support/example-archive.ts';
import { gatedRegistry, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

async function publish(
  { url, token }: TestRegistry,
  name: string,
  { user, version = '1.0.0' }: { readonly user: string; readonly version?: string },
): Promise<readonly [status: number, text: string]> {
  const body = publication(name, { version, archive: exampleArchive('guestbook', { name, version }) });
  const path = name.replace('/', '%2f');
  const { status, text } = await send(url, { method: 'PUT', path, body, token: token(user) });
  return [status, text];
}

const registryWith = (configuration: Partial<RegistryConfiguration>) =>
  gatedRegistry({ users: ['ada', 'bob'], configuration });

test('a registered user who is not a named publisher cannot publish into a scope', async () => {
  await using closed = await registryWith({ publishers: [] });
  for (const user of ['ada', 'bob']) {
    const [status, text] = await publish(closed, '@acme/chat', { user });
    expect([status, text]).toEqual([403, expect.stringContaining('the scope @acme is reserved')]);
    expect(text).toContain(`--publisher ${user}`);
  }
  // Names without a scope belong to their first publisher.
  expect((await publish(closed, 'chat', { user: 'bob' }))[0]).toBe(201);
});

test('named publishers and groups publish into scopes, and permit other users by adding them as owners', async () => {
  await using registry = await registryWith({
    publishers: ['maintainers'],
    groups: new Map([['maintainers', ['ada']]]),
  });
  expect((await publish(registry, '@acme/chat', { user: 'bob' }))[0]).toBe(403);
  expect((await publish(registry, '@acme/chat', { user: 'ada' }))[0]).toBe(201);
  const [status, text] = await publish(registry, '@acme/chat', { user: 'bob', version: '1.1.0' });
  expect([status, text]).toEqual([403, expect.stringContaining('npm owner add bob @acme/chat')]);
});

test('a rule with publishers applies before the named publishers', async () => {
  await using registry = await registryWith({
    publishers: ['ada'],
    packages: [{ pattern: '@team/*', publish: ['bob'] }],
  });
  expect((await publish(registry, '@team/chat', { user: 'bob' }))[0]).toBe(201);
  const [status, text] = await publish(registry, '@team/notes', { user: 'ada' });
  expect([status, text]).toEqual([403, expect.stringContaining('the operator of the registry')]);
});

test('users without read access receive the same refusal for existing and missing names', async () => {
  await using registry = await registryWith({
    publishers: ['ada', 'bob'],
    packages: [{ pattern: '@acme/premium-*', access: ['ada'] }],
  });
  expect((await publish(registry, '@acme/premium-chat', { user: 'ada' }))[0]).toBe(201);
  const refusal = async (name: string) => {
    const [status, text] = await publish(registry, name, { user: 'bob', version: '2.0.0' });
    return [status, text.replaceAll(name, '<name>')];
  };
  expect(await refusal('@acme/premium-chat')).toEqual(await refusal('@acme/premium-absent'));
});

test('a named publisher cannot be registered by another person', async () => {
  await using open = await gatedRegistry({
    users: [],
    configuration: { selfRegistration: true, publishers: ['carol'] },
  });
  const register = (name: string) =>
    send(open.url, {
      method: 'PUT',
      path: `-/user/org.couchdb.user:${name}`,
      body: { name, password: 'correct horse battery' },
    });
  expect((await register('carol')).status).toBeGreaterThanOrEqual(400);
  expect((await register('dave')).status).toBe(201);
});
