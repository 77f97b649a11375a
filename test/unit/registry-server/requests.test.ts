/** What a request may look like: the same one, with the gate and without. */
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareVerdaccio, gatedRegistry, type TestRegistry } from '../../support/verdaccio.ts';

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

/** Sends a body with any method, as `fetch` refuses to. */
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

/** Verdaccio says what is wrong with it only if it read it. */
const broken = '{broken}';
const length = (body: string | Buffer) => ({ 'content-length': String(body.length) });
const zipped = gzipSync(broken);

test.each<[what: string, request: Omit<Sent, 'method'>, status: number]>([
  ['a length', { body: broken, headers: length(broken) }, 413],
  ['no length', { body: broken, headers: { 'transfer-encoding': 'chunked' } }, 411],
  ['gzip', { body: zipped, headers: { ...length(zipped), 'content-encoding': 'gzip' } }, 415],
])('a body of %s with a request that needs none is not read', async (_, request, status) => {
  for (const method of ['GET', 'DELETE']) {
    expect(await sent(bare, { ...request, method })).toBe(400);
  }
  expect(await sent(gated, { ...request, method: 'GET' })).toBe(status);
  expect(await sent(gated, { ...request, method: 'HEAD' })).toBe(status);
});

test('signing out brings nothing either', async () => {
  const request = { method: 'DELETE', path: '-/user/token/x', headers: length(broken), body: broken };
  expect(await sent(bare, request)).toBe(400);
  expect(await sent(gated, request)).toBe(413);
  expect(await sent(gated, { ...request, headers: {}, body: '' })).toBe(200);
});
