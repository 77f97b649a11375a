import type { Config } from '../config/config.ts';
import type { SourceLocations } from '../core/json-document.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import type { DataModel } from '../data-layer/model.ts';
import { GenlockError } from '../errors/error.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { validateStored } from '../validation/validate-stored.ts';
import { releaseOf, type LockedPlugin, type Lockfile } from '../lockfile/lockfile.ts';
import { sourceOf } from '../lockfile/source.ts';
import type { Contents } from '../plan/plan.ts';
import type { Digest } from '../core/digest.ts';
import { dataStatements } from '../plugin/data-statements.ts';
import type { Plugin, RecordedMigration } from '../plugin/plugin.ts';
import { resolveSettings } from '../plugin/settings.ts';
import { objectReader } from '../project/objects.ts';
import { lockfilePath } from '../project/records.ts';
import { storedObjects, readOperations, withMigrations, type StoredOperations } from '../project/operations.ts';
import { projectInputs, type ProvidedParts } from './project-inputs.ts';
import { inputsDigest, type InstalledPlugin } from './run-plugins.ts';

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
  return {
    plugin: pinned(stored, { locked, root }),
    inputs: locked.inputs,
    received: locked.received,
    stored,
    warnings: [],
  };
}

/** Returns whether a plugin has the bytes, the inputs and the operations of its lockfile entry. */
export function isUnchanged({ plugin, inputs, stored }: InstalledPlugin, locked: LockedPlugin): boolean {
  return locked.operations === stored.digest && locked.inputs === inputs && locked.integrity === plugin.integrity;
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
    validate: (stored) => validateStored(stored, { name, model, isSkeleton, read }),
  });
  return withMigrations({ digest, objects, contribution }, recordedMigrations({ name, locked }, read));
}

/**
 * Reads the data migrations of an installed plugin and validates them like those of a package.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID
 */
function recordedMigrations(
  { name, locked }: { readonly name: string; readonly locked: LockedPlugin },
  readObject: (digest: Digest) => Uint8Array,
): readonly RecordedMigration[] {
  return (locked.migrations ?? []).map(({ version, after, script: digest }) => {
    const script = Buffer.from(readObject(digest)).toString('utf8');
    // The rules for SQLite are stricter, and the database kind can have changed since the update.
    const read = dataStatements(script, 'relational');
    if (typeof read !== 'string') return { version, after, script };
    const message = `the data migration ${version} of ${name} cannot be used: ${read}`;
    throw new GenlockError({ code: 'PROJECT_OBJECT_INVALID', message });
  });
}

function pinned(
  { contribution: { manifest } }: StoredOperations,
  { locked, root }: { readonly locked: LockedPlugin; readonly root: string },
): InstalledPlugin['plugin'] {
  const release = releaseOf(locked);
  const facts = release === undefined ? {} : { release };
  return { manifest, source: sourceOf(locked, root), integrity: locked.integrity, ...facts };
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
  provided: ProvidedParts,
): { readonly inputs: Digest; readonly warnings: readonly string[] } {
  const { name } = stored.contribution.manifest;
  const given = config.plugins.get(name)?.settings ?? {};
  const { settings, warnings } = resolveSettings(stored.contribution, given, places);
  const received = projectInputs(stored.contribution.manifest, { config, provided });
  return {
    inputs: inputsDigest(settings, config, received),
    warnings: warnings.map((warning) => `${name}: ${warning}`),
  };
}

/** Returns the stored objects of a plugin that is not rendered. */
export function keptObjects(locked: LockedPlugin, root: string): Contents {
  const read = objectReader(root);
  const scripts = (locked.migrations ?? []).map(({ script }) => [script, read(script)] as const);
  return new Map([...storedObjects({ digest: locked.operations, read }), ...scripts]);
}

/** Error for a plugin that has different hashes after a git merge. */
export function undecided(name: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_LOCKFILE_INVALID',
    message: `${lockfilePath} contains a git merge with different hashes of ${name}`,
    where: { file: lockfilePath, key: `plugins.${name}` },
    hint: `Add the plugin again: genlock add ./${name}`,
  });
}

/** Error for a plugin whose source only the missing lockfile contains. */
export function lockfileLost(name: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_LOCKFILE_INVALID',
    message: `${lockfilePath} is missing, so the source of ${name} is unknown`,
    where: { file: lockfilePath },
    hint: `Restore it from version control, or add the plugin again: genlock add ./${name}`,
  });
}
