/** Fetching commands keep the cache within its size limit, and delete the remains of interrupted downloads. */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchPlugin, installedLoader } from '../../src/engine/packages/fetch-plugin.ts';
import { loadPolicy } from '../../src/engine/policy/load.ts';
import { pluginInfo, searchPlugins } from '../../src/flows/registry/search.ts';
import type { LockedPlugin } from '../../src/lockfile/lockfile.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

let registry: FakeRegistry;
let cwd: string;
let left: string;
const env: Record<string, string> = {};
const ports = { env, clock: () => new Date('2026-06-01T12:00:00Z'), progress: () => undefined };
beforeEach(async () => {
  registry = await fakeRegistry();
  cwd = temporaryFolder();
  const cache = temporaryFolder();
  Object.assign(env, { HOME: cwd, GENLOCK_CACHE: cache, npm_config_registry: registry.url });
  registry.publish({ name: 'guestbook', version: '1.0.0', archive: exampleArchive('guestbook') });
  registry.answer('/-/v1/search?text=guestbook&size=50', (_, response) => json(response, { objects: [] }));
  mkdirSync(join(cache, 'registry/tmp'), { recursive: true });
  left = join(cache, 'registry/tmp/left');
});
afterEach(() => registry[Symbol.asyncDispose]());

/** @returns whether what an interrupted download left long ago is gone once something else is done */
async function tidies(work: () => Promise<unknown>): Promise<boolean> {
  writeFileSync(left, 'left');
  const longAgo = Date.now() / 1000 - 7200;
  utimesSync(left, longAgo, longAgo);
  await work();
  return !existsSync(left);
}

const pinned = { version: '1.0.0', inputs: 'sha256:', operations: 'sha256:', footprint: {} };

test('adding and installing a pinned plugin; without the network the cache is unchanged', async () => {
  const request = { root: cwd, policy: await loadPolicy({ cwd }, ports) };
  const { plugin: added } = await fetchPlugin('guestbook', { ...request, known: [], offline: false }, ports);
  const locked = {
    ...pinned,
    integrity: added.integrity,
    source: `registry:${registry.url}`,
  } as unknown as LockedPlugin;
  const install = (offline: boolean) => () => installedLoader({ ...request, offline }, ports)('guestbook', locked);
  expect(await tidies(() => fetchPlugin('guestbook', { ...request, known: [], offline: false }, ports))).toBe(true);
  expect(await tidies(install(false))).toBe(true);
  expect(await tidies(install(true))).toBe(false);
});

test('search and info', async () => {
  expect(await tidies(() => searchPlugins({ cwd, words: ['guestbook'], all: true }, ports))).toBe(true);
  expect(await tidies(() => pluginInfo({ cwd, spec: 'guestbook' }, ports))).toBe(true);
});
