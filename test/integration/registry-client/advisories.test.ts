import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchAdvisories } from '../../../registry-client/advisories.ts';
import { readNpmSettings, RegistryError, type ClientSettings } from '../../../registry-client/index.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

const path = '/-/npm/v1/security/advisories/bulk';
const chat = { name: '@acme/chat', version: '1.2.0' };
const installed = [chat, { name: 'zod', version: '4.0.0' }];
const says = (value: unknown, status = 200) => registry.answer(path, (_, response) => json(response, value, status));
const fault = { id: 1103618, title: 'Open to all', severity: 'high', vulnerable_versions: '<1.3.0' };

function ask(changes: Partial<ClientSettings> = {}, at = registry.url) {
  const { host } = new URL(registry.url);
  const text = `registry=${registry.url}\n//${host}/:_authToken=s3cret-token`;
  const settings: ClientSettings = {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    limits: { retries: 0 },
    ...changes,
  };
  return fetchAdvisories({ registry: at, installed }, settings).catch((error: unknown) => {
    if (error instanceof RegistryError) return error.code;
    throw error;
  });
}

test('sends names and versions and returns their advisories', async () => {
  let body = '';
  registry.answer(path, (request, response) => {
    request.on('data', (piece: Buffer) => void (body += piece.toString()));
    request.on('end', () => json(response, { '@acme/chat': [{ ...fault, url: 'https://a.example/1', cwe: [] }] }));
  });
  expect(await ask()).toEqual([
    {
      ...chat,
      id: '1103618',
      severity: 'high',
      title: 'Open to all',
      url: 'https://a.example/1',
      vulnerable: '<1.3.0',
    },
  ]);
  expect(JSON.parse(body)).toEqual({ '@acme/chat': ['1.2.0'], zod: ['4.0.0'] });
  expect(registry.received).toMatchObject([{ method: 'POST', path, authorization: 'Bearer s3cret-token' }]);
});

test('returns no advisories for other names or versions', async () => {
  says({});
  expect(await ask()).toEqual([]);
  says({ '@acme/chat': [{ ...fault, vulnerable_versions: '<1.2.0' }], other: [fault] });
  expect(await ask()).toEqual([]);
});

test('returns incomplete advisories', async () => {
  const odd = [
    { ...fault, severity: 'medium' },
    { ...fault, severity: 'catastrophic', vulnerable_versions: 'the old ones', url: 'javascript:alert(1)' },
    { id: 'GHSA-1', title: 'x'.repeat(9000), patched_versions: '>=1.3.0' },
    { ...fault, vulnerable_versions: `<1.3.0 ${'|| <1.0.0 '.repeat(200)}` },
  ];
  says({ '@acme/chat': odd });
  const found = await ask();
  if (!Array.isArray(found)) throw new Error('something was found');
  expect(found.map(({ severity, url }) => [severity, url])).toEqual([
    ['moderate', undefined],
    ['high', undefined],
    ['high', undefined],
    ['high', undefined],
  ]);
  expect(found[2]).toMatchObject({ vulnerable: '*', patched: '>=1.3.0', title: 'x'.repeat(500) });
});

test.each([404, 405, 410, 501])('a registry that responds with %d has no advisories', async (status) => {
  says({ error: 'no' }, status);
  expect(await ask()).toBeUndefined();
});

test.each([
  ['refused', 403, 'REGISTRY_UNAUTHORIZED'],
  ['broken', 500, 'REGISTRY_FAILED'],
])('%s', async (_, status, code) => {
  says({}, status);
  expect(await ask()).toBe(code);
});

test.each<readonly [string, unknown]>([
  ['a list', []],
  ['a word', 'fine'],
  ['something else under a name', { zod: 'fine' }],
  ['an advisory without a title', { zod: [{ id: 1 }] }],
])('malformed: %s', async (_, answer) => {
  says(answer);
  expect(await ask()).toBe('REGISTRY_ANSWER_INVALID');
});

test('malformed: not JSON', async () => {
  registry.answer(path, (_, response) => response.end('<html>'));
  expect(await ask()).toBe('REGISTRY_ANSWER_INVALID');
});

test('limits the response size', async () => {
  says({ zod: [{ ...fault, overview: 'x'.repeat(5 * 1024 * 1024) }] });
  expect(await ask()).toBe('REGISTRY_TOO_LARGE');
});

test('sends no request to another host by its address or by a redirect', async () => {
  await using other = await fakeRegistry();
  other.answer(path, (_, response) => json(response, {}));
  expect(await ask({}, other.url)).toBe('REGISTRY_NOT_ALLOWED');
  registry.answer(path, (_, response) => response.writeHead(307, { location: `${other.url}${path.slice(1)}` }).end());
  expect(await ask()).toBe('REGISTRY_NOT_ALLOWED');
  expect(other.received).toEqual([]);
  // Even if allowed, the other host does not receive the token.
  expect(await ask({ allowed: [registry.url, other.url] }, other.url)).toEqual([]);
  expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined]);
});
