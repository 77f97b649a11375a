import type { Config } from '../config/config.ts';
import type { SourceLocations } from '../core/json-document.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import type { DataModel } from '../data-layer/model.ts';
import { GenlockError } from '../errors/error.ts';
import { validateStored } from '../validation/validate-stored.ts';
import { releaseOf, type LockedPlugin, type Lockfile } from '../lockfile/lockfile.ts';
import { parseSource } from '../lockfile/source.ts';
import type { Contents } from '../plan/plan.ts';
import type { Digest } from '../core/digest.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { Plugin, PluginSource } from '../plugin/plugin.ts';
import { resolveSettings } from '../plugin/settings.ts';
import { objectReader } from '../project/objects.ts';
import { storedManifest, storedObjects, readOperations, type StoredOperations } from '../project/operations.ts';
import { basePlugin, inputsDigest, type InstalledPlugin } from './run-plugins.ts';

/** A project that holds stored operations. */
export interface Store {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly lockfile?: Lockfile | undefined;
}

/** Project data that is needed to read a stored contribution. */
export interface StoredProject extends Store {
  readonly configuration: { readonly config: Config; readonly places?: SourceLocations | undefined };
}

/**
 * Loads a plugin from the project's stored operations. No plugin code runs.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID if stored data is damaged, JUDGE_… if the operations are not valid in
 * this project
 */
export function installedPlugin(
  { name, locked }: { readonly name: string; readonly locked: LockedPlugin },
  { root, configuration }: StoredProject,
): InstalledPlugin {
  const stored = readStored({ name, locked }, { root, model: resolveModel(configuration.config) });
  return { plugin: pinned(stored, { locked, root }), inputs: locked.inputs, stored, warnings: [] };
}

function readStored(
  { name, locked }: { readonly name: string; readonly locked: LockedPlugin },
  { root, model }: { readonly root: string; readonly model: DataModel },
): StoredOperations {
  const objects = new Map<Digest, Uint8Array>();
  const readObject = objectReader(root);
  const read = (digest: Digest): Uint8Array => {
    const bytes = readObject(digest);
    objects.set(digest, bytes);
    return bytes;
  };
  const isSkeleton = name === basePlugin && locked.source === `bundled:${basePlugin}`;
  const digest = locked.operations;
  const contribution = readOperations({
    digest,
    read,
    judge: (stored) => validateStored(stored, { name, model, isSkeleton }),
  });
  return { digest, objects, contribution };
}

function pinned(
  { contribution: { manifest } }: StoredOperations,
  { locked, root }: { readonly locked: LockedPlugin; readonly root: string },
): InstalledPlugin['plugin'] {
  const release = releaseOf(locked);
  const facts = release === undefined ? {} : { release };
  return { manifest, source: sourceOf(locked, root), integrity: locked.integrity, ...facts };
}

/** Returns the source of a plugin according to the lockfile. */
export function sourceOf(locked: LockedPlugin, root: string): PluginSource {
  const source = parseSource(locked.source, root);
  if (source === undefined) throw new Error(`the lockfile names no source: ${locked.source}`);
  return source;
}

/**
 * Checks that a loaded plugin is the installed one. A folder or an archive can contain another plugin by now.
 *
 * @throws GenlockError PLUGIN_PACKAGE_MISMATCH
 */
export function requireNamed(plugin: Plugin, name: string): Plugin {
  const { manifest, source } = plugin;
  if (manifest.name === name) return plugin;
  const file = source.kind === 'folder' || source.kind === 'archive' ? source.path : name;
  throw new GenlockError({
    code: 'PLUGIN_PACKAGE_MISMATCH',
    message: `${JSON.stringify(name)} was added from this location, which now contains ${JSON.stringify(manifest.name)}`,
    where: { file },
    hint: `Remove ${name}, then add the plugin with its new name.`,
  });
}

/** Computes the inputs of a stored plugin with the current settings, and the warnings about these settings. */
export function currentInputs(
  { stored }: InstalledPlugin,
  { config, places }: StoredProject['configuration'],
): { readonly inputs: Digest; readonly warnings: readonly string[] } {
  const { name } = stored.contribution.manifest;
  const given = config.plugins.get(name)?.settings ?? {};
  const { settings, warnings } = resolveSettings(stored.contribution, given, places);
  return { inputs: inputsDigest(settings, config), warnings: warnings.map((warning) => `${name}: ${warning}`) };
}

/** Returns the stored objects of a plugin that is not rendered. */
export function keptObjects(locked: LockedPlugin, root: string): Contents {
  return storedObjects({ digest: locked.operations, read: objectReader(root) });
}

/**
 * Returns the names of all given or installed plugins that provide authentication. Unreadable manifests are skipped,
 * because later steps report the problem.
 */
export function authPluginsOf(given: readonly Plugin[], { root, lockfile }: Store): readonly string[] {
  const typed = given.map(({ manifest }) => [manifest.name, manifest.provides] as const);
  const installed = [...(lockfile?.plugins ?? [])].map(([name, locked]) => [name, providedBy(locked, root)] as const);
  return [...new Map([...installed, ...typed])].flatMap(([name, provides]) => (provides === 'auth' ? [name] : []));
}

/** Reads `provides` from the stored operations. If they are damaged, reads the plugin source with the pinned hash. */
function providedBy(locked: LockedPlugin, root: string): unknown {
  const fromStored = (): unknown =>
    valueAt(storedManifest({ digest: locked.operations, read: objectReader(root) }), 'provides');
  const fromSource = (): unknown => {
    const source = sourceOf(locked, root);
    if (source.kind !== 'bundled' && source.kind !== 'folder') return undefined;
    const { integrity, manifest } = loadPlugin(source);
    return integrity === locked.integrity ? manifest.provides : undefined;
  };
  return readable(
    () => readable(fromStored, fromSource),
    () => undefined,
  );
}

function readable(read: () => unknown, otherwise: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof GenlockError) return otherwise();
    throw error;
  }
}
