/** Signing in at registries that already have the user: CouchDB, similar registries and Verdaccio. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNpmSettings, RegistryError, signIn, whoAmI, type ClientSettings } from '../../../registry-client/index.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { bareVerdaccio, password } from '../../support/verdaccio.ts';

let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

const basic = `Basic ${btoa(`ada:${password}`)}`;
const path = '/-/user/org.couchdb.user:ada';

function settings(url: string, token = 'old-canary'): ClientSettings {
  const text = `registry=${url}\n//${new URL(url).host}/:_authToken=${token}\n`;
  return {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    limits: { retries: 0, timeoutMs: 20_000 },
  };
}

async function signedIn(url = registry.url, secret = password): Promise<string> {
  try {
    return await signIn({ registry: url, name: 'ada', password: secret }, settings(url));
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}

const bodyOf = async (request: IncomingMessage) =>
  JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()) as Record<string, unknown>;

/**
 * Simulates CouchDB: an existing document changes only with its revision and by its user. Returns the written
 * documents.
 */
function couch(document: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const written: Record<string, unknown>[] = [];
  registry.answer(path, (_, response) => json(response, { error: 'conflict' }, 409));
  registry.answer(`${path}?write=true`, ({ headers }, response) =>
    headers.authorization === basic ? json(response, document) : json(response, {}, 401),
  );
  const rewrite = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.authorization !== basic) return json(response, {}, 401);
    written.push(await bodyOf(request));
    return json(response, { ok: true, token: 'new' }, 201);
  };
  registry.answer(`${path}/-rev/3-abc`, (request, response) => void rewrite(request, response));
  return written;
}

test('signs in an existing user with a new revision of the user document', async () => {
  const written = couch({ _id: 'org.couchdb.user:ada', _rev: '3-abc', roles: ['team'], email: 'ada@acme.example' });
  expect(await signedIn()).toBe('new');
  expect(registry.received.map(({ method, path: at }) => `${method} ${decodeURIComponent(at)}`)).toEqual([
    `PUT ${path}`,
    `GET ${path}?write=true`,
    `PUT ${path}/-rev/3-abc`,
  ]);
  expect(written).toEqual([
    expect.objectContaining({ _rev: '3-abc', roles: ['team'], email: 'ada@acme.example', name: 'ada', password }),
  ]);
  // The old token is never sent.
  expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined, basic, basic]);
});

test('refuses a wrong password without a retry', async () => {
  couch({ _rev: '3-abc' });
  expect(await signedIn(registry.url, 'wrong horse battery')).toBe('REGISTRY_UNAUTHORIZED');
  expect(registry.received).toHaveLength(2);
});

test.each(['../../x', 'a/b', '3-abc?x', '', 'x'.repeat(201)])(
  'does not send an invalid revision (%s)',
  async (_rev) => {
    couch({ _rev });
    expect(await signedIn()).toMatch(/^REGISTRY_/u);
    expect(registry.received.filter(({ path: at }) => at.includes('-rev'))).toEqual([]);
  },
);

test.each([false, true])('signs in at Verdaccio, which has no user revisions (open: %s)', async (selfRegistration) => {
  await using verdaccio = await bareVerdaccio({ users: ['ada'], configuration: { selfRegistration } });
  const token = await signedIn(verdaccio.url);
  expect(await whoAmI(verdaccio.url, settings(verdaccio.url, token))).toBe('ada');
  expect(await signedIn(verdaccio.url, 'wrong horse battery')).toBe('REGISTRY_UNAUTHORIZED');
});
