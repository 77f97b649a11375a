import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheInfo, clearPackageCache, verifyPackageCache } from '../../src/flows/registry/cache.ts';
import { fetchPlugin } from '../../src/engine/packages/fetch-plugin.ts';
import { loadPolicy } from '../../src/engine/policy/load.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry } from '../support/fake-registry.ts';
import { codesOf, newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('deletes the entries that only speed up the next command, and keeps foreign files', async () => {
  const cache = temporaryFolder();
  const machine = { env: { HOME: cache, GENLOCK_CACHE: cache } };
  const { root } = await newLife();
  await projectStatus(root, { cache });
  await listPlugins(root, cache);
  for (const index of ['list', 'status']) expect(readdirSync(join(cache, index))).toHaveLength(1);
  for (const path of ['compiled/v24.21.0-x64-1/a', 'compiled/mine', 'status/mine.txt', 'mine']) {
    mkdirSync(dirname(join(cache, path)), { recursive: true });
    writeFileSync(join(cache, path), 'x');
  }
  expect(await cacheInfo(machine)).toMatchObject({ entries: 0, bytes: 0 });
  await clearPackageCache(machine);
  const left = readdirSync(cache, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(left).toEqual(['compiled', 'compiled/mine', 'list', 'mine', 'status', 'status/mine.txt']);
});

test('follows no link, and skips entries that are not folders', async () => {
  const [cache, other] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(other, 'v24.21.0-x64-1'), 'mine');
  symlinkSync(other, join(cache, 'compiled'));
  writeFileSync(join(cache, 'status'), 'mine');
  await clearPackageCache({ env: { HOME: cache, GENLOCK_CACHE: cache } });
  expect([readdirSync(other), readdirSync(cache)]).toEqual([['v24.21.0-x64-1'], ['compiled', 'status']]);
});

test('keeps foreign files in a folder that is set as the cache', async () => {
  await using registry = await fakeRegistry();
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: exampleArchive('guestbook') });
  const cwd = temporaryFolder();
  const cache = join(temporaryFolder(), 'named');
  const env = { HOME: cwd, GENLOCK_CACHE: cache, npm_config_registry: registry.url };
  const ports = { env, clock: () => new Date('2026-06-01T12:00:00Z'), progress: () => undefined };
  const fetched = async () => {
    const request = { root: cwd, policy: await loadPolicy({ cwd }, ports), known: [], offline: false };
    await fetchPlugin('guestbook', request, ports);
    return readdirSync(cache);
  };
  expect(await fetched()).toEqual(['registry']);
  const others = process.platform === 'win32' ? 0 : statSync(join(cache, 'registry')).mode & 0o077;
  expect(others).toBe(0);

  const theirs = ['tmp/thesis.txt', 'content-v2/thesis.txt', 'index-v5/thesis.txt'].map((path) => join(cache, path));
  const longAgo = Date.now() / 1000 - 7200;
  for (const path of theirs) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
    utimesSync(path, longAgo, longAgo);
  }
  const left = () => theirs.filter((path) => existsSync(path));
  await fetched();
  expect(left()).toEqual(theirs);
  await verifyPackageCache({ env });
  expect(left()).toEqual(theirs);
  expect((await clearPackageCache({ env })).removed.entries).toBeGreaterThan(0);
  expect(left()).toEqual(theirs);
  expect(await cacheInfo({ env })).toMatchObject({ folder: join(cache, 'registry'), entries: 0 });
});

test('reports an unusable cache as a configuration error', async () => {
  const cache = temporaryFolder();
  const machine = { env: { HOME: cache, GENLOCK_CACHE: cache } };
  writeFileSync(join(cache, 'registry'), '');
  expect(await codesOf(verifyPackageCache(machine))).toEqual(['REGISTRY_CONFIG_INVALID']);
  expect(await codesOf(clearPackageCache(machine))).toEqual(['REGISTRY_CONFIG_INVALID']);
});
