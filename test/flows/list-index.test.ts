/** The cache of `genlock list` saves time, but never changes its result. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownList } from '../../src/flows/project/list-index.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

interface Listed {
  readonly life: Life;
  readonly cache: string;
  /** Path of the only index. */
  readonly index: string;
}

/** A project whose list is cached. */
async function listed(plugins: readonly string[] = []): Promise<Listed> {
  const [life, cache] = [await newLife(), temporaryFolder()];
  if (plugins.length > 0) await life.add(plugins);
  await listPlugins(life.root, cache);
  const [name = ''] = readdirSync(join(cache, 'list'));
  return { life, cache, index: join(cache, 'list', name) };
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

test('a second list comes from the cache, and the project contains no cache file', async () => {
  const { life, cache, index } = await listed([examplePlugin('guestbook')]);
  const before = [...treeHash(life.root)];
  const complete = await listPlugins(life.root);
  expect(await listPlugins(life.root, cache)).toEqual(complete);
  expect(complete.plugins.map(({ name }) => name)).toEqual(['guestbook']);
  edit(index, (text) => text.replace('"name":"guestbook"', '"name":"from-the-cache"'));
  expect((await listPlugins(life.root, cache)).plugins.map(({ name }) => name)).toEqual(['from-the-cache']);
  expect([...treeHash(life.root)]).toEqual(before);
});

test('an invalid configuration or lockfile gives the same error with a cache', async () => {
  const { life, cache } = await listed();
  const codes = () => Promise.all([codesOf(listPlugins(life.root, cache)), codesOf(listPlugins(life.root))]);
  const config = join(life.root, 'genlock.json');
  const valid = readFileSync(config, 'utf8');
  edit(config, (text) => text.replace('"Text"', '"Novel"'));
  expect(await codes()).toEqual([['CONFIG_FIELD_TYPE_UNKNOWN'], ['CONFIG_FIELD_TYPE_UNKNOWN']]);
  writeFileSync(config, valid.slice(0, -3));
  expect(await codes()).toEqual([['CONFIG_SYNTAX'], ['CONFIG_SYNTAX']]);
  writeFileSync(config, valid);
  expect(knownList(life.root, cache)).toBeDefined();
  edit(join(life.root, 'genlock.lock.json'), (text) => text.replace(/"version": "[^"]+"/u, '"version": 1'));
  expect(await codes()).toEqual([['PROJECT_LOCKFILE_INVALID'], ['PROJECT_LOCKFILE_INVALID']]);
});

type Change = (listed: Listed) => void | Promise<unknown>;

const changes: Readonly<Record<string, Change>> = {
  'an edited configuration': ({ life }) =>
    edit(join(life.root, 'genlock.json'), (text) => text.replace('"name": "shop"', '"name": "store"')),
  'an edited lockfile': ({ life }) => edit(join(life.root, 'genlock.lock.json'), (text) => `${text}\n`),
  'a removed lockfile': ({ life }) => rmSync(join(life.root, 'genlock.lock.json')),
  'an added plugin': ({ life }) => life.add([examplePlugin('guestbook')]),
  'a damaged object': ({ life }) => {
    const folder = join(life.root, '.genlock/objects');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged');
  },
  'an interrupted command': ({ life }) => mkdirSync(join(life.root, '.genlock/journal')),
  'an interrupted creation': ({ life }) => mkdirSync(join(life.root, '../.shop.genlock-new')),
  'another version of Genlock': ({ index }) =>
    edit(index, (text) => text.replace('"source":"sha256-', '"source":"sha1-')),
  'a truncated cache': ({ index }) => edit(index, (text) => text.slice(0, -9)),
  'no cache': ({ cache }) => rmSync(cache, { recursive: true }),
};

test.each(Object.entries(changes))('%s: the records are validated again', async (_, change) => {
  const project = await listed();
  expect(knownList(project.life.root, project.cache)).toBeDefined();
  await change(project);
  expect(knownList(project.life.root, project.cache)).toBeUndefined();
  const withCache = await listPlugins(project.life.root, project.cache);
  const complete = await listPlugins(project.life.root);
  expect({ ...withCache, healed: '' }).toEqual({ ...complete, healed: '' });
});

test('a damaged object is not cached as undamaged', async () => {
  const { life, cache, index } = await listed();
  rmSync(index);
  const folder = join(life.root, '.genlock/objects');
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged');
  await listPlugins(life.root, cache);
  expect(readdirSync(join(cache, 'list'))).toEqual([]);
});
