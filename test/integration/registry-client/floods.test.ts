/** Every response has a size limit, and the client stops reading there. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchAdvisories } from '../../../registry-client/advisories.ts';
import {
  deprecate,
  parseSpec,
  resolveRelease,
  search,
  signIn,
  signOut,
  whoAmI,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { fakeRegistry, type FakeRegistry } from '../../support/fake-registry.ts';
import { archive, codeOf, settingsOf } from '../../unit/registry-client/asking.ts';

const KiB = 1024;
let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

/** Sends spaces as long as the client reads. A valid JSON response can start with spaces. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = ' '.repeat(64 * KiB);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

type Ask = (settings: ClientSettings) => Promise<unknown>;
const release = (settings: ClientSettings) => resolveRelease(parseSpec('chat'), settings);
const credentials = () => ({ registry: registry.url, name: 'ada', password: 'pass' });

/** Metadata that makes the client request attestations and keys. */
const described = () => ({
  attestations: { url: `${registry.url}-/npm/v1/attestations/chat@1.0.0` },
  signatures: [{ keyid: 'SHA256:x', sig: 'x' }],
});

test.each<[path: string, limit: number, ask: Ask]>([
  ['/chat', 8 * KiB * KiB, release],
  ['/-/npm/v1/keys', 256 * KiB, release],
  ['/-/npm/v1/attestations/chat@1.0.0', 2 * KiB * KiB, release],
  [
    '/-/v1/search?text=x&size=1',
    4 * KiB * KiB,
    (settings) => search({ registry: registry.url, words: ['x'], size: 1 }, settings),
  ],
  [
    '/-/npm/v1/security/advisories/bulk',
    4 * KiB * KiB,
    (settings) =>
      fetchAdvisories({ registry: registry.url, installed: [{ name: 'chat', version: '1.0.0' }] }, settings),
  ],
  ['/-/whoami', 64 * KiB, (settings) => whoAmI(registry.url, settings)],
  ['/-/user/org.couchdb.user:ada', 64 * KiB, (settings) => signIn(credentials(), settings)],
  [
    '/chat?write=true',
    8 * KiB * KiB,
    (settings) => deprecate({ registry: registry.url, name: 'chat', range: '*', message: 'x' }, settings),
  ],
])('%s', async (path, limit, ask) => {
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist: described() });
  let bytes = 0;
  const settings = settingsOf(`registry=${registry.url}`, { onBytes: (more) => (bytes += more) });
  registry.answer(path, (_, response) => flood(response));
  const asked = () => codeOf(async () => String(await ask(settings)));
  expect(await asked()).toBe('REGISTRY_TOO_LARGE');
  // The bytes of earlier responses, and the chunk that exceeds the limit.
  expect(bytes).toBeGreaterThan(limit);
  expect(bytes).toBeLessThan(limit + 256 * KiB);
  // Control: a response of exactly the limit is read, although it is not valid.
  registry.answer(path, (_, response) => response.end(`${' '.repeat(limit - 2)}[]`));
  expect(await asked()).not.toBe('REGISTRY_TOO_LARGE');
});

test('ends a response that the client does not read', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let bytes = 0;
  const settings = settingsOf(`registry=${registry.url}`, { onBytes: (more) => (bytes += more) });
  registry.answer('/-/user/token/abc', (_, response) => {
    response.once('close', () => resolve('closed'));
    flood(response);
  });
  expect(await signOut({ registry: registry.url, token: 'abc' }, settings)).toBe(true);
  expect(await promise).toBe('closed');
  expect(bytes).toBeLessThan(64 * KiB + 256 * KiB);
});
