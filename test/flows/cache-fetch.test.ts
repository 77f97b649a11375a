import { join } from 'node:path';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchLocked } from '../../src/flows/registry/fetch-locked.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { publishExample } from '../support/example-archive.ts';
import { codesOf, examplePlugin } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { newOnlineLife, type OnlineLife } from '../support/online-life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let online: OnlineLife;
beforeEach(async () => {
  online = await newOnlineLife();
  for (const name of ['guestbook', 'page-views']) publishExample(online.registry, name);
  await online.life.add(['guestbook', 'page-views'], online.online);
});
afterEach(() => online.registry[Symbol.asyncDispose]());

/** Ports of a machine without a cache. */
const newMachine = () => ({ ...quietPorts, env: { ...online.online.env, HOME: temporaryFolder() } });
const rerun = async (ports: ReturnType<typeof newMachine>) => {
  const { status, reruns } = await verifyProject({ cwd: online.life.root, strict: true, rerun: ports });
  return [status, ...reruns.map(({ name, outcome }) => `${name} ${outcome}`)];
};

test('one command fetches all pinned plugins, and then no command needs the network', async () => {
  const { life, registry } = online;
  // The lockfile pins disabled plugins too.
  const config = join(life.root, 'genlock.json');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace(/("page-views": \{\s*"enabled": )true/u, '$1false'));
  await life.sync(online.online);
  const machine = newMachine();
  // Control: the plugin is not in the cache of this machine.
  expect(await rerun(machine)).toEqual(['unproven', 'base same', 'guestbook no-source', 'page-views off']);
  const before = treeHash(life.root);
  const { plugins, local } = await fetchLocked({ cwd: life.root }, machine);
  expect(plugins.map(({ name, version }) => `${name} ${version}`)).toEqual(['guestbook 1.0.0', 'page-views 1.0.0']);
  expect(local).toEqual([]);
  expect(treeHash(life.root)).toEqual(before);
  const asked = registry.received.length;
  expect(await rerun(machine)).toEqual(['verified', 'base same', 'guestbook same', 'page-views off']);
  writeFileSync(config, text.replace('"file"', '"relational"'));
  expect((await life.sync({ ...machine, network: false, yes: true })).status).toBe('changed');
  expect(registry.received).toHaveLength(asked);
});

test('a registry with other bytes is an error', async () => {
  publishExample(online.registry, 'guestbook', { note: 'swapped' });
  expect(await codesOf(fetchLocked({ cwd: online.life.root }, newMachine()))).toEqual(['REGISTRY_INTEGRITY_MISMATCH']);
});

test('lists plugins from folders, which are not downloaded', async () => {
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await online.life.add([folder], online.online);
  rmSync(folder, { recursive: true });
  const { plugins, local } = await fetchLocked({ cwd: online.life.root }, newMachine());
  expect([plugins.map(({ name }) => name), local]).toEqual([['page-views'], ['guestbook']]);
});
