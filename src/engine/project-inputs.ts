import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Config } from '../config/config.ts';
import { compareText } from '../core/tree.ts';
import type { LockedPlugin, Lockfile } from '../lockfile/lockfile.ts';
import { sourceOf } from '../lockfile/source.ts';
import type { Manifest, Plugin, ProjectInputs } from '../plugin/plugin.ts';
import { manifestInFolder, partOfBundled } from '../plugin/provided-part.ts';
import { manifestOf } from './stored-manifests.ts';

/** The part of the application that each enabled plugin provides, by the plugin's name. */
export type ProvidedParts = ReadonlyMap<string, string>;

/**
 * Returns the data about the project that a manifest asks for. Lists are sorted, so a run does not depend on an order.
 * The capabilities exclude the plugin's own part.
 */
export function projectInputs(
  { name, inputs = [] }: Pick<Manifest, 'name' | 'inputs'>,
  { config, provided }: { readonly config: Pick<Config, 'entities'>; readonly provided: ProvidedParts },
): ProjectInputs {
  const parts = [...provided].flatMap(([plugin, part]) => (plugin === name ? [] : [part]));
  return {
    ...(inputs.includes('entities') && {
      entities: config.entities.map((entity) => entity.name).toSorted(compareText),
    }),
    ...(inputs.includes('capabilities') && { capabilities: [...new Set(parts)].toSorted(compareText) }),
  };
}

/**
 * Returns the parts that enabled plugins provide, in the form in which a command uses the plugins: from the command line,
 * in their current folder, as installed, or bundled.
 */
export async function providedParts(names: readonly string[], project: PartSources): Promise<ProvidedParts> {
  return present(await Promise.all(names.map(async (name) => [name, await partOf(name, project)] as const)));
}

function present(parts: readonly (readonly [name: string, part: string | undefined])[]): ProvidedParts {
  return new Map(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const])));
}

interface PartSources {
  readonly root: string;
  readonly lockfile?: Lockfile | undefined;
  readonly given: readonly Plugin[];
  /** Whether the command uses the current form of plugins in folders. */
  readonly usesFolders: boolean;
}

async function partOf(name: string, { root, lockfile, given, usesFolders }: PartSources): Promise<string | undefined> {
  const typed = given.find(({ manifest }) => manifest.name === name);
  if (typed !== undefined) return typed.manifest.provides;
  const locked = lockfile?.plugins.get(name);
  if (locked === undefined) return partOfBundled(name);
  const source = sourceOf(locked, root);
  const current = usesFolders && source.kind === 'folder' ? manifestInFolder(source.path) : undefined;
  if (current !== undefined) return current.provides;
  const part = valueAt(await manifestOf(locked, root), 'provides');
  return typeof part === 'string' ? part : undefined;
}

/** Returns the parts that the bundled plugins of a configuration provide. */
export function bundledParts({ plugins }: Pick<Config, 'plugins'>): ProvidedParts {
  return present([...plugins.keys()].map((name) => [name, partOfBundled(name)] as const));
}

/** A plugin in the lockfile. */
interface Named {
  readonly name: string;
  readonly locked: LockedPlugin;
}

/** Returns the data about the project for each plugin. A disabled plugin receives the data of its last run. */
export function receivedBy(
  disabled: readonly Named[],
  ground: Parameters<typeof projectInputs>[1],
): (manifest: Manifest) => ProjectInputs {
  const before = new Map(disabled.map(({ name, locked }) => [name, locked.received ?? {}]));
  return (manifest) => before.get(manifest.name) ?? projectInputs(manifest, ground);
}

/** Returns whether an enabled plugin besides the named ones received the capabilities of a project. */
export function hasReaders(plugins: ReadonlyMap<string, LockedPlugin>, without: readonly string[]): boolean {
  return [...plugins].some(
    ([name, { received, disabled }]) =>
      !without.includes(name) && disabled !== true && received?.capabilities !== undefined,
  );
}
