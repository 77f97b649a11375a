/** Malformed tokens, and tokens with limited rights. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { gatedRegistry, password, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await gatedRegistry();
});

afterAll(() => registry[Symbol.asyncDispose]());

const base64 = (text: string) => Buffer.from(text).toString('base64url');

/** Creates a token in the format of the registry. */
function signed({ storage }: TestRegistry, payload: string): string {
  const { secret } = JSON.parse(readFileSync(join(storage, 'packages/.verdaccio-db.json'), 'utf8')) as {
    readonly secret: string;
  };
  const content = `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(payload)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

const now = () => Math.floor(Date.now() / 1000);
const ada = (more: object) => JSON.stringify({ name: 'ada', groups: ['$authenticated'], iat: now(), ...more });

describe('an unreadable token is refused and does not stop the registry', () => {
  test('control: accepts a token in this format', async () => {
    const token = signed(registry, ada({}));
    expect((await send(registry.url, { method: 'GET', path: '-/whoami', token })).status).toBe(200);
  });

  test.each<[what: string, token: () => string]>([
    ['whose content is no JSON', () => `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64('not JSON')}.x`],
    ['from before the clock was set back', () => signed(registry, ada({ nbf: now() + 3600 }))],
    ['that is empty', () => ''],
    ['of no parts', () => 'x'],
  ])('%s', async (_, token) => {
    const request = { path: 'tokens', body: {}, authorization: `Bearer ${token()}` };
    for (const method of ['PUT', 'DELETE']) {
      const { body, ...bare } = request;
      const sent = method === 'PUT' ? { ...bare, body } : { ...bare, path: 'tokens/-rev/1' };
      expect((await send(registry.url, { method, ...sent })).status).toBe(401);
    }
    expect((await send(registry.url, { method: 'GET', path: '-/ping' })).status).toBe(200);
  });
});

interface Lasting {
  readonly token: string;
  readonly key: string;
}

/** Sends a request as ada, unless another token is given. */
const asked = (request: Parameters<typeof send>[1]) => send(registry.url, { token: registry.token('ada'), ...request });

async function lasting(more: object): Promise<Lasting> {
  const made = await asked({ method: 'POST', path: '-/npm/v1/tokens', body: { password, ...more } });
  return JSON.parse(made.text) as Lasting;
}

/** Makes bob the only owner of the package. */
async function giveAway(token: string): Promise<number> {
  const { text } = await asked({ method: 'GET', path: 'chat' });
  const { _rev: revision } = JSON.parse(text) as { readonly _rev: string };
  const body = { _rev: revision, maintainers: [{ name: 'bob' }] };
  return (await asked({ method: 'PUT', path: `chat/-rev/${revision}`, body, token })).status;
}

const lookedUp = async (token: string) =>
  (await asked({ method: 'GET', path: '-/user/org.couchdb.user:bob', token })).status;

test('read-only, foreign and revoked tokens cannot change owners, although the gate answers the request itself', async () => {
  await asked({ method: 'PUT', path: 'chat', body: publication('chat') });
  const reads = await lasting({ readonly: true });
  expect([await giveAway(reads.token), await lookedUp(reads.token)]).toEqual([403, 200]);
  const elsewhere = await lasting({ cidr_whitelist: ['192.0.2.0/24'] });
  expect([await giveAway(elsewhere.token), await lookedUp(elsewhere.token)]).toEqual([403, 403]);
  const revoked = await lasting({});
  expect(await lookedUp(revoked.token)).toBe(200);
  await asked({ method: 'DELETE', path: `-/npm/v1/tokens/token/${revoked.key}` });
  expect([await giveAway(revoked.token), await lookedUp(revoked.token)]).toEqual([403, 403]);
  const writes = await lasting({});
  expect(await giveAway(writes.token)).toBe(201);
  expect(await giveAway(writes.token)).toBe(403);
});

const uses = (at: TestRegistry, token: string) =>
  send(at.url, { method: 'GET', path: '-/user/org.couchdb.user:john', token });

describe('user names that look like property paths', () => {
  const users = ['john', 'john.smith', 'smith.0', 'smith', 'constructor'];

  test('tokens of these users work, also after a restart, until they are revoked', async () => {
    const storage = temporaryFolder();
    const verdaccio = await loadVerdaccio(repository);
    for (const name of users) await addUser({ name, password }, { storage, verdaccio });
    const made: Lasting[] = [];
    {
      await using first = await gatedRegistry({ storage, users });
      const one = { method: 'POST', path: '-/npm/v1/tokens', body: { password } };
      // All at the same time, because the first request reads the file.
      const answers = await Promise.all(users.map((user) => send(first.url, { ...one, token: first.token(user) })));
      made.push(...answers.map(({ text }) => JSON.parse(text) as Lasting));
      for (const { token } of made) expect((await uses(first, token)).status).toBe(200);
    }
    await using again = await gatedRegistry({ storage, users: [] });
    for (const { token, key } of made) {
      expect((await uses(again, token)).status).toBe(200);
      await send(again.url, { method: 'DELETE', path: `-/npm/v1/tokens/token/${key}`, token });
      expect((await uses(again, token)).status).toBe(403);
    }
  });
});
