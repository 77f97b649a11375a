/** Compares how the registry handles requests with and without the gate. */
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareVerdaccio,
  escaped,
  gatedRegistry,
  publication,
  send,
  type TestRegistry,
} from '../../support/verdaccio.ts';

let gated: TestRegistry;
let bare: TestRegistry;

beforeAll(async () => {
  gated = await gatedRegistry();
  bare = await bareVerdaccio();
});

afterAll(async () => {
  await gated[Symbol.asyncDispose]();
  await bare[Symbol.asyncDispose]();
});

interface Sent {
  readonly method: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Sends a body with any method, unlike `fetch`. */
function sent({ url }: TestRegistry, { method, path = 'chat', headers, body }: Sent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    });
    request.on('response', (response) => resolve(response.resume().statusCode));
    request.on('error', reject);
    request.end(body);
  });
}

/** Verdaccio reports this error only if it reads the body. */
const broken = '{broken}';
const length = (body: string | Buffer) => ({ 'content-length': String(body.length) });
const zipped = gzipSync(broken);

test.each<[what: string, request: Omit<Sent, 'method'>, status: number]>([
  ['a length', { body: broken, headers: length(broken) }, 413],
  ['no length', { body: broken, headers: { 'transfer-encoding': 'chunked' } }, 411],
  ['gzip', { body: zipped, headers: { ...length(zipped), 'content-encoding': 'gzip' } }, 415],
])('does not read a body of %s if the request needs none', async (_, request, status) => {
  for (const method of ['GET', 'DELETE']) {
    expect(await sent(bare, { ...request, method })).toBe(400);
  }
  expect(await sent(gated, { ...request, method: 'GET' })).toBe(status);
  expect(await sent(gated, { ...request, method: 'HEAD' })).toBe(status);
});

test('signing out does not read a body either', async () => {
  const request = { method: 'DELETE', path: '-/user/token/x', headers: length(broken), body: broken };
  expect(await sent(bare, request)).toBe(400);
  expect(await sent(gated, request)).toBe(413);
  expect(await sent(gated, { ...request, headers: {}, body: '' })).toBe(200);
});

test('returns 404 for advisories and 403 for unknown requests', async () => {
  const request = { method: 'POST', headers: length('{}'), body: '{}' };
  expect(await sent(gated, { ...request, path: '-/npm/v1/security/advisories/bulk' })).toBe(404);
  expect(await sent(gated, { ...request, path: '-/npm/v1/security/audits/quick' })).toBe(404);
  expect(await sent(gated, { ...request, path: '-/npm/v1/other' })).toBe(403);
});

/**
 * Publishes another user's version of ada's package.
 *
 * @returns The status, and whether the version exists afterwards
 */
async function takeover(registry: TestRegistry, { path, name, version }: Detour): Promise<readonly unknown[]> {
  const { url } = registry;
  await send(url, { method: 'PUT', path: 'plugin', body: publication('plugin'), token: registry.token('ada') });
  const token = registry.token('bob');
  const { status } = await send(url, { method: 'PUT', path, body: publication(name, { version }), token });
  const after = await send(url, { method: 'GET', path: escaped(name), token });
  const { versions = {} } = JSON.parse(after.text) as { readonly versions?: object };
  return [status, version in versions];
}

interface Detour {
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

const paths = [
  ['plugin', 'plugin'],
  ['%70lugin', 'plugin'],
  ['plug%69n', 'plugin'],
  ['plugin/', 'plugin'],
  ['plugin?write=true', 'plugin'],
  ['Plugin', 'Plugin'],
  ['%50lugin', 'Plugin'],
  ['%40acme%2fplugin', '@acme/plugin'],
  ['@ACME%2fplugin', '@ACME/plugin'],
] as const;

test.each(paths.map(([path, name], index) => [path, name, `2.0.${index}`] as const))(
  'PUT %s of %s does not bypass the gate',
  async (path, name, version) => {
    expect(await takeover(bare, { path, name, version })).toEqual([201, true]);
    expect(await takeover(gated, { path, name, version })).toEqual([403, false]);
  },
);
