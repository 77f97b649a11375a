/** A user with write access to the cache folder controls the cached answers of registries. */
import { chmodSync, chownSync, statSync } from 'node:fs';
import cacache from 'cacache';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRelease, parseSpec } from '../../../registry-client/index.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { codeOf, settingsOf } from '../../unit/registry-client/asking.ts';

// Functions of cacache that its types do not declare.
const written = cacache as unknown as {
  readonly ls: (cache: string) => Promise<Record<string, { readonly key: string; readonly metadata: unknown }>>;
  readonly put: (...entry: readonly [cache: string, key: string, data: string, options: object]) => Promise<unknown>;
};

let registry: FakeRegistry;
let cache: string;
beforeEach(async () => {
  registry = await fakeRegistry();
  cache = temporaryFolder();
  registry.answer('/chat', ({ headers }, response) => {
    response.setHeader('etag', '"as-before"');
    if (headers['if-none-match'] === undefined) json(response, packument('A'));
    else response.writeHead(304).end();
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await registry[Symbol.asyncDispose]();
});

const integrityOf = (letter: string) => `sha512-${letter.repeat(86)}==`;
const packument = (letter: string) => {
  const dist = { tarball: `${registry.url}chat/-/chat-1.0.0.tgz`, integrity: integrityOf(letter) };
  return {
    name: 'chat',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: 'chat', version: '1.0.0', dist } },
  };
};
const ask = (offline = false) =>
  codeOf(async () => {
    const settings = settingsOf(`registry=${registry.url}`, { cache, offline });
    return (await findRelease(parseSpec('chat'), settings)).integrity;
  });

test('control: an answer that has not changed is read from the cache', async () => {
  expect(await ask()).toBe(integrityOf('A'));
  for (const { key, metadata } of Object.values(await written.ls(cache))) {
    await written.put(cache, key, JSON.stringify(packument('B')), { metadata });
  }
  expect(await ask()).toBe(integrityOf('B'));
});

describe.skipIf(process.getuid === undefined)('a folder', () => {
  test.each([false, true])('is not used if another user owns it (offline: %s)', async (offline) => {
    chmodSync(cache, 0o777);
    if (process.getuid?.() === 0) chownSync(cache, 12_345, 12_345);
    else vi.spyOn(process, 'getuid').mockReturnValue(statSync(cache).uid + 1);
    expect(await ask(offline)).toBe('REGISTRY_CONFIG_INVALID');
    expect(registry.received).toEqual([]);
  });

  test('becomes private if the current user owns it', async () => {
    chmodSync(cache, 0o777);
    expect(await ask()).toBe(integrityOf('A'));
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  });
});
