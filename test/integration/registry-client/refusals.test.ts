/** Error responses of a registry, and the requests that the client repeats. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deprecate, RegistryError, signIn, signOut, whoAmI } from '../../../registry-client/index.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { codeOf, settingsOf } from '../../unit/registry-client/asking.ts';

let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

const settings = () => settingsOf(`registry=${registry.url}`, { limits: { retries: 2, timeoutMs: 20_000 } });

let places = 0;
/**
 * Requests an address that always returns the same response.
 *
 * @returns The error code and the number of requests
 */
async function asked(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly [string, number]> {
  const path = `/${(places += 1)}/-/whoami`;
  registry.answer(path, (_, response) => response.writeHead(status, headers).end('{}'));
  const code = await codeOf(async () =>
    String(await whoAmI(new URL(`${path.split('/')[1]}/`, registry.url).href, settings())),
  );
  return [code, registry.received.filter((one) => one.path === path).length];
}

test('repeats a request only if the registry is busy or has failed', async () => {
  const refused = [400, 402, 405, 409, 410, 413, 418, 422, 451];
  const answers = await Promise.all([...refused, 408, 429, 500, 503].map((status) => asked(status)));
  expect(answers).toEqual([
    ...refused.map(() => ['REGISTRY_REFUSED', 1]),
    ['REGISTRY_TIMEOUT', 1],
    ['REGISTRY_RATE_LIMITED', 3],
    ['REGISTRY_FAILED', 3],
    ['REGISTRY_FAILED', 3],
  ]);
});

/** @returns The error for this status, with or without the message of the registry */
async function told(status: number): Promise<string> {
  registry.answer('/-/whoami', (_, response) => json(response, { error: 'this name is ada’s' }, status));
  return whoAmI(registry.url, settings()).then(String, String);
}

test('reports the message of a 403 response, but not of a 401 response, which can contain a password', async () => {
  expect(await told(403)).toContain('this name is ada’s');
  expect(await told(401)).not.toContain('this name is ada’s');
});

test('repeats a request after the delay in the response, unless it is too long', async () => {
  const soon = new Date(Date.now() + 1000).toUTCString();
  const late = new Date(Date.now() + 3_600_000).toUTCString();
  const answers = await Promise.all(
    ['0', soon, 'soon', '3600', late, '9'.repeat(400)].map((after) => asked(429, { 'retry-after': after })),
  );
  expect(answers.map(([, times]) => times)).toEqual([3, 3, 3, 1, 1, 1]);
});

test('does not repeat a request before the delay in the response', async () => {
  const times: number[] = [];
  registry.answer('/-/whoami', (_, response) => {
    times.push(performance.now());
    response.writeHead(503, { 'retry-after': '1' }).end('{}');
  });
  const once = { ...settings(), limits: { retries: 1, timeoutMs: 20_000 } };
  await codeOf(async () => String(await whoAmI(registry.url, once)));
  // The default delay is half a second.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
});

test('stops waiting when the request is aborted', async () => {
  const stop = new AbortController();
  registry.answer('/-/whoami', (_, response) => {
    response.writeHead(429, { 'retry-after': '9' }).end('{}');
    setTimeout(() => stop.abort(new Error('stopped')), 100);
  });
  await expect(whoAmI(registry.url, { ...settings(), signal: stop.signal })).rejects.toThrow('stopped');
  expect(registry.received).toHaveLength(1);
});

test('sends a password and a token revocation once, after any response', async () => {
  for (const path of ['/-/user/org.couchdb.user:ada', '/-/user/token/abcdef'])
    registry.answer(path, (_, response) => response.writeHead(503).end('{}'));
  expect(await codeOf(() => signIn({ registry: registry.url, name: 'ada', password: 'secret' }, settings()))).toBe(
    'REGISTRY_FAILED',
  );
  expect(registry.received).toHaveLength(1);
  expect(await codeOf(async () => String(await signOut({ registry: registry.url, token: 'abcdef' }, settings())))).toBe(
    'REGISTRY_FAILED',
  );
  expect(registry.received).toHaveLength(2);
});

test('reports why a registry refuses a deprecation, and sends it once', async () => {
  const packument = { name: 'chat', 'dist-tags': {}, versions: { '1.0.0': {} } };
  const refusing = (status: number) => {
    registry.answer('/chat', (_, response) =>
      response.writeHead(status).end(JSON.stringify({ error: `too long \u001b[31m ${'x'.repeat(5000)}` })),
    );
    registry.answer('/chat?write=true', (_, response) => response.end(JSON.stringify(packument)));
    const message = { registry: registry.url, name: 'chat', range: '*', message: 'Use 2' };
    return deprecate(message, settings()).then(
      () => undefined,
      (error: unknown) => error,
    );
  };
  const error = await refusing(422);
  expect(error).toBeInstanceOf(RegistryError);
  expect(error).toMatchObject({ code: 'REGISTRY_REFUSED', message: expect.stringContaining('too long') as string });
  expect(String(error).length).toBeLessThan(1200);
  expect(await refusing(503)).toMatchObject({ code: 'REGISTRY_FAILED' });
  expect(registry.received.filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

test('truncates a message of the registry between words, so that no part of a token is shown', async () => {
  const told = [];
  for (const error of ['no such tenant', `no such token: canary.${'x'.repeat(1500)}`]) {
    registry.answer('/-/whoami', (_, response) => json(response, { error }, 422));
    told.push(await whoAmI(registry.url, settings()).then(String, ({ message }: RegistryError) => message));
  }
  expect(told).toEqual([expect.stringMatching(/: no such tenant$/u), expect.stringMatching(/: no such token: …$/u)]);
});
