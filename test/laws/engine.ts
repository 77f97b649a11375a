import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlan } from '../../src/apply/apply.ts';
import { nodeFileSystem } from '../../src/apply/file-system.ts';
import { editConfig } from '../../src/config/edit.ts';
import { renamedEntity, withEntity, withoutEntity } from '../../src/config/edit-entities.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Config } from '../../src/config/config.ts';
import { prepareProject, type Ingredients } from '../../src/engine/render-project.ts';
import { runPlugins, type InstalledPlugin } from '../../src/engine/run-plugins.ts';
import type { LockedPlugin } from '../../src/lockfile/lockfile.ts';
import type { Planned } from '../../src/plan/changes.ts';
import { basePlugin } from '../../src/plugin/bundled.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import type { Plugin } from '../../src/plugin/plugin.ts';
import { schemaPath } from '../../src/project/records.ts';
import { storeOperations } from '../../src/project/operations.ts';
import { prepareResolution } from '../../src/project/resolve.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';
import type { Commands, Wish } from './commands.ts';
import { versions, writePlugin } from './plugins.ts';
import { lockedPlugins, type World } from './world.ts';

/** Changes every plan before it is applied. Only controls use it. */
export type Break = (planned: Planned, world: World) => Planned;

/**
 * Creates the engine without the reads, checks and prompts of the flows: operations of plugins × configuration → plan →
 * disk.
 */
export function engine(broken: Break = (planned) => planned): Commands {
  const light = { every: 10 };
  const prepare = async (world: World, wish: Wish): Promise<Planned> => {
    if (wish.kind === 'resolve') return prepareResolution(world.root, wish.how).planned;
    return broken(await prepareProject(await ingredientsOf(world, { wish, ...light })), world);
  };
  return {
    made: (world) => ingredientsOf(world, light),
    init: async (world, text) => {
      mkdirSync(world.root, { recursive: true });
      writeFileSync(join(world.root, 'genlock.json'), text);
      writeFileSync(join(world.root, 'genlock.lock.json'), '{ "plugins": {} }');
      const ingredients = await ingredientsOf(world, light);
      rmSync(world.root, { recursive: true });
      const { plan, contents } = await prepareProject(ingredients);
      await applyPlan({ root: world.root, plan, contents, command: 'genlock test' });
    },
    plan: async (world, wish) => (await prepare(world, wish)).plan,
    run: async (world, wish) => {
      const { plan, contents } = await prepare(world, wish);
      await applyPlan({ root: world.root, plan, contents, command: 'genlock test', fs: nodeFileSystem });
      return plan;
    },
  };
}

/** Options for the ingredients. */
interface Making {
  readonly wish?: Wish;
  /** Uses only every n-th file that the base copies. All copied files are treated alike. */
  readonly every?: number;
}

/** Returns the ingredients of a project, now or after a command. */
export async function ingredientsOf(world: World, { wish, every = 1 }: Making = {}): Promise<Ingredients> {
  const { root, folder, versions: now } = world;
  const before = readFileSync(join(root, 'genlock.json'), 'utf8');
  const locked = lockedPlugins(world);
  const text = edited(before, wish);
  const options = { file: 'genlock.json', fallbackName: 'shop', authPlugins: [] };
  readConfig(before, options);
  const config = readConfig(text, options);
  const isTaken = (name: string): boolean =>
    wish?.kind === 'sync' || ((wish?.kind === 'add' || wish?.kind === 'update') && wish.plugins.includes(name));
  const versionOf = (name: string): number => {
    const old = locked.get(name);
    return old === undefined || isTaken(name) ? (now.get(name) ?? 1) : versionIn(old);
  };
  const names = [...config.plugins.keys()].toSorted();
  const on = names.filter((name) => config.plugins.get(name)?.enabled === true);
  const plugins = await Promise.all(on.map((name) => installed({ name, version: versionOf(name), config, folder })));
  const off = names.flatMap((name) => {
    const entry = locked.get(name);
    return entry === undefined || on.includes(name) ? [] : [{ name, locked: entry, objects: objectsOf(entry) }];
  });
  return {
    root,
    configuration: { config, text, before, authPlugins: [], warnings: [] },
    plugins: [await skeleton(config, every), ...plugins],
    disabled: off,
  };
}

const versionIn = ({ version }: LockedPlugin): number => Number(version.split('.')[0]);

function edited(text: string, wish?: Wish): string {
  const rest = { schemaRef: `./${schemaPath}` };
  if (wish?.kind === 'add') return editConfig(text, { ...rest, plugins: wish.plugins });
  if (wish?.kind === 'remove') return editConfig(text, { ...rest, without: wish.plugins });
  if (wish?.kind !== 'entity') return editConfig(text, rest);
  const { action } = wish;
  if (action.kind === 'rename') return renamedEntity(text, { from: action.name, to: action.to });
  if (action.kind === 'remove') return withoutEntity(text, action.name);
  return withEntity(text, { name: action.name, fields: [{ name: 'title', type: 'String' }] });
}

const loaded = new Map<string, Plugin>();
const ran = new Map<string, Promise<readonly InstalledPlugin[]>>();
/** Digest of the operations → stored objects. */
const kept = new Map<string, InstalledPlugin['stored']['objects']>();

interface Chosen {
  readonly name: string;
  readonly version: number;
  readonly config: Config;
  readonly folder: string;
}

async function installed({ name, version, config, folder }: Chosen): Promise<InstalledPlugin> {
  const stash = join(folder, '..', 'versions', name, String(version));
  const key = `${name} ${String(version)}`;
  if (!loaded.has(key) && version <= versions) {
    writePlugin(stash, { name, version });
    loaded.set(key, loadPlugin({ kind: 'folder', path: stash }));
  }
  const found = await run(loaded.get(key), config);
  kept.set(found.stored.digest, found.stored.objects);
  return { ...found, plugin: { ...found.plugin, source: { kind: 'folder', path: join(folder, 'plugins', name) } } };
}

async function skeleton(config: Config, every: number): Promise<InstalledPlugin> {
  const plugin = loaded.get(basePlugin) ?? loadPlugin({ kind: 'bundled', name: basePlugin });
  loaded.set(basePlugin, plugin);
  const found = await run(plugin, config);
  if (every === 1) return found;
  const { operations, ...rest } = found.stored.contribution;
  const fewer = operations.map((operation) =>
    operation.kind === 'copyTemplates'
      ? { ...operation, files: operation.files.filter((_, index) => index % every === 0) }
      : operation,
  );
  return { ...found, stored: storeOperations({ ...rest, operations: fewer }) };
}

async function run(plugin: Plugin | undefined, config: Config): Promise<InstalledPlugin> {
  if (plugin === undefined) throw new Error('there is no such plugin');
  const { name } = plugin.manifest;
  const key = JSON.stringify([
    name,
    plugin.integrity,
    config.plugins.get(name)?.settings,
    config.entities,
    config.name,
  ]);
  const running = ran.get(key) ?? runPlugins([plugin], { config, places: undefined }, unrestricted);
  ran.set(key, running);
  const [result] = await running;
  if (result === undefined) throw new Error('it did not run');
  return result;
}

function objectsOf({ operations }: LockedPlugin): InstalledPlugin['stored']['objects'] {
  return kept.get(operations) ?? new Map();
}
