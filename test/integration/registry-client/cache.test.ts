import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import cacache from 'cacache';
import { describe, expect, test } from 'vitest';
import { boundCache, cacheContent, clearCache, verifyCache } from '../../../registry-client/index.ts';
import { failureOf } from '../../../registry-client/failure.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, get } from '../../unit/registry-client/asking.ts';

// Functions of cacache that its types do not declare.
const written = cacache as typeof cacache & {
  readonly put: (cache: string, key: string, data: string) => Promise<unknown>;
  readonly get: (cache: string, key: string) => Promise<{ readonly data: Buffer }>;
};

async function filled(): Promise<string> {
  const cache = temporaryFolder();
  for (const [at, key] of ['first', 'second', 'third'].entries()) {
    await written.put(cache, key, String(at).repeat(1000));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return cache;
}

const keys = async (cache: string) => Object.keys(await cacache.ls(cache)).toSorted();

test('removes the oldest entries first, and only as many as necessary', async () => {
  const cache = await filled();
  expect(await cacheContent(cache)).toEqual({ entries: 3, bytes: 3000 });
  await boundCache(cache, 3000);
  expect(await keys(cache)).toEqual(['first', 'second', 'third']);
  await boundCache(cache, 2999);
  expect(await keys(cache)).toEqual(['second', 'third']);
  await boundCache(cache, 1000);
  expect(await keys(cache)).toEqual(['third']);
  expect((await written.get(cache, 'third')).data.toString()).toBe('2'.repeat(1000));
  expect(await cacheContent(cache)).toEqual({ entries: 1, bytes: 1000 });
});

test('counts shared content once and removes it with its newer entry', async () => {
  const cache = await filled();
  await written.put(cache, 'again', '0'.repeat(1000));
  expect(await cacheContent(cache)).toEqual({ entries: 4, bytes: 3000 });
  await boundCache(cache, 2000);
  expect(await keys(cache)).toEqual(['again', 'first', 'third']);
});

test('removes damaged content and keeps the rest', async () => {
  const cache = await filled();
  expect(await verifyCache(cache)).toEqual({ damaged: 0, freed: 0 });
  const content = join(cache, 'content-v2');
  const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).map((path) => join(content, path));
  const [file = ''] = files.filter((path) => statSync(path).isFile());
  writeFileSync(file, 'x'.repeat(1000));
  expect((await verifyCache(cache)).damaged).toBeGreaterThan(0);
  expect((await cacheContent(cache)).entries).toBe(2);
});

test('a cleared or missing cache is empty', async () => {
  const cache = await filled();
  await clearCache(cache);
  expect(await cacheContent(cache)).toEqual({ entries: 0, bytes: 0 });
  const nowhere = join(temporaryFolder(), 'nowhere');
  expect(await cacheContent(nowhere)).toEqual({ entries: 0, bytes: 0 });
  expect(await verifyCache(nowhere)).toEqual({ damaged: 0, freed: 0 });
  await clearCache(nowhere);
});

const leave = ({ cache, name, hours }: { cache: string; name: string; hours: number }): string => {
  const path = join(cache, 'tmp', name);
  mkdirSync(join(cache, 'tmp'), { recursive: true });
  writeFileSync(path, 'x'.repeat(500));
  const written = Date.now() / 1000 - hours * 3600;
  utimesSync(path, written, written);
  return path;
};

describe('files of interrupted downloads', () => {
  test('are counted and cleared', async () => {
    const cache = await filled();
    const path = leave({ cache, name: 'one', hours: 0 });
    expect(await cacheContent(cache)).toEqual({ entries: 3, bytes: 3500 });
    await clearCache(cache);
    expect(existsSync(path)).toBe(false);
    expect(await cacheContent(cache)).toEqual({ entries: 0, bytes: 0 });
  });

  test('are removed once they are too old to be in use', async () => {
    const cache = await filled();
    const [old, young] = [leave({ cache, name: 'old', hours: 2 }), leave({ cache, name: 'young', hours: 0 })];
    await boundCache(cache);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    expect(await cacheContent(cache)).toEqual({ entries: 3, bytes: 3500 });
  });
});

test('clears the cache while other processes write to it', async () => {
  const cache = await filled();
  const puts = Array.from({ length: 300 }, (_, at) =>
    written.put(cache, `more ${at}`, `${at}`.repeat(100)).catch(() => undefined),
  );
  for (let times = 0; times < 5; times += 1) await clearCache(cache);
  await Promise.all(puts);
  await clearCache(cache);
  expect(await cacheContent(cache)).toEqual({ entries: 0, bytes: 0 });
});

test('downloads an archive again if the cache is cleared during the response', async () => {
  await using registry = await fakeRegistry();
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive() });
  const cache = temporaryFolder();
  const takenOut = () => {
    registry.answer('/chat/-/chat-1.0.0.tgz', (_, response) => {
      registry.answer('/chat/-/chat-1.0.0.tgz', (_again, whole) => whole.end(archive()));
      response.write(archive().subarray(0, 10));
      const clear = async (): Promise<void> => {
        while (!existsSync(join(cache, 'tmp')) || readdirSync(join(cache, 'tmp')).length === 0) await sleep(5);
        await clearCache(cache);
        response.end(archive().subarray(10));
      };
      void clear();
    });
    return { cache, limits: { retries: 1, timeoutMs: 20_000 } };
  };
  expect(await get('chat', `registry=${registry.url}`, takenOut())).toBe('fetched');
  // Control: without a retry, the request fails.
  const once = { ...takenOut(), limits: { retries: 0, timeoutMs: 20_000 } };
  await clearCache(cache);
  expect(await get('chat', `registry=${registry.url}`, once)).toBe('REGISTRY_CONFIG_INVALID');
});

test('distinguishes a full disk from an unreachable registry', () => {
  const failed = { what: 'chat', registry: 'https://a.example/', timedOut: false };
  const codeFor = (more: object) => failureOf(Object.assign(new Error('it failed'), more), failed).code;
  expect(codeFor({ code: 'ENOSPC', errno: -28, syscall: 'write' })).toBe('REGISTRY_CONFIG_INVALID');
  expect(codeFor({ code: 'ECONNRESET' })).toBe('REGISTRY_UNREACHABLE');
});
