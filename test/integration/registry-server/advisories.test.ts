import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryFolder } from '../../../registry-server/folder.ts';
import { storeAdvisory, type NewAdvisory } from '../../../registry-server/advisories.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { gatedRegistry, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

let registry: TestRegistry;
beforeAll(async () => {
  const packages = [{ pattern: '@acme/secret', access: ['ada'], publish: ['ada'] }];
  registry = await gatedRegistry({ configuration: { packages } });
  for (const [name, version] of [
    ['chat', '1.0.0'],
    ['chat', '1.2.0'],
    ['@acme/secret', '1.0.0'],
  ] as const) {
    const body = publication(name, { version });
    const sent = { method: 'PUT', path: name.replace('/', '%2f'), body, token: registry.token('ada') };
    const { status, text } = await send(registry.url, sent);
    if (status !== 201) throw new Error(text);
  }
});
afterAll(() => registry[Symbol.asyncDispose]());

const path = '-/npm/v1/security/advisories/bulk';
const ask = async (body: unknown, token: string | undefined = registry.token('bob')) => {
  const { status, text } = await send(registry.url, { method: 'POST', path, body, ...(token !== '' && { token }) });
  return { status, answer: JSON.parse(text) as unknown };
};
const about = (more: Partial<NewAdvisory> = {}): NewAdvisory => {
  return { package: 'chat', vulnerable_versions: '<1.2.0', severity: 'high', title: 'Reveals messages', ...more };
};
const advise = (more?: Partial<NewAdvisory>) => storeAdvisory(about(more), registryFolder(registry.storage));

test('answers 404 without advisories, and serves stored ones with the next request', async () => {
  expect((await ask({ chat: ['1.0.0'] })).status).toBe(404);
  expect(advise({ patched_versions: '>=1.2.0', url: 'https://acme.example/1' })).toMatchObject({
    advisory: { id: 1 },
    versions: ['1.0.0'],
  });
  const found = { id: 1, severity: 'high', title: 'Reveals messages', vulnerable_versions: '<1.2.0' };
  expect(await ask({ chat: ['1.0.0'], other: ['1.0.0'] })).toMatchObject({ status: 200, answer: { chat: [found] } });
  expect(await ask({ chat: ['1.2.0'] })).toEqual({ status: 200, answer: {} });
});

test('accepts the compressed body that npm sends', async () => {
  const compressed = gzipSync(JSON.stringify({ chat: ['1.0.0'] }));
  const response = await fetch(new URL(path, registry.url), {
    method: 'POST',
    body: compressed,
    headers: {
      authorization: `Bearer ${registry.token('bob')}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
  });
  expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, ['chat']]);
});

test('refuses users who are not signed in, and invalid questions', async () => {
  expect((await ask({ chat: ['1.0.0'] }, '')).status).toBe(401);
  expect((await ask({ chat: '1.0.0' })).status).toBe(400);
  expect((await ask({ chat: ['not a version'] })).answer).toEqual({});
});

test('does not reveal a package that the user may not read', async () => {
  advise({ package: '@acme/secret', vulnerable_versions: '*' });
  const question = { '@acme/secret': ['1.0.0'] };
  expect((await ask(question)).answer).toEqual({});
  // Control: a reader receives it.
  expect(Object.keys((await ask(question, registry.token('ada'))).answer as object)).toEqual(['@acme/secret']);
});

test.each<[name: string, more: Partial<NewAdvisory>, said: string]>([
  ['range', { vulnerable_versions: 'latest' }, 'vulnerable_versions'],
  ['empty range', { vulnerable_versions: '' }, 'vulnerable_versions'],
  ['severity', { severity: 'awful' }, 'severity'],
  ['title', { title: ' ' }, 'title'],
  ['address', { url: 'javascript:alert(1)' }, 'url'],
  ['package', { package: 'unknown' }, 'no version of it'],
  ['range without versions', { vulnerable_versions: '>=9' }, 'published are 1.0.0, 1.2.0'],
])('refuses an invalid %s and stores nothing', (_, more, said) => {
  const file = join(registry.storage, 'advisories.jsonl');
  const before = readFileSync(file, 'utf8');
  const failed = (): unknown => advise(more);
  expect(failed).toThrow(GenlockError);
  expect(failed).toThrow(said);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a damaged file is an error, because an ignored line would hide an advisory', async () => {
  appendFileSync(join(registry.storage, 'advisories.jsonl'), '{"id": 3}\n');
  expect((await ask({ chat: ['1.0.0'] })).status).toBe(500);
  expect(() => advise()).toThrow('the advisories file is damaged');
});
