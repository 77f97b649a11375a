import { gt } from 'semver';
import { sourceOf } from '../../lockfile/source.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { prestartWorker } from '../../../sandbox/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { ChangePorts, ChangeRequest, ChangeResult, NewerVersion } from '../../engine/change.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { changeProject } from '../../engine/execute.ts';
import { requireNamed } from '../../engine/installed-plugin.ts';
import { fetchPlugin, readArchive, type FetchedPlugin } from '../../engine/packages/fetch-plugin.ts';
import { allOrAbort } from '../../engine/packages/interruptible.ts';
import { installedNames } from '../../engine/select-plugins.ts';
import { migrationTopic } from './migration-topic.ts';

/** Options of `genlock update`. */
export interface UpdateRequest extends ChangeRequest {
  /**
   * Names of installed plugins, each with an optional version, range or tag such as `chat@^2`; if empty, all plugins
   * that are not bundled.
   */
  readonly plugins: readonly string[];
}

/**
 * Updates plugins from their folders, or to the newest version in the range that `genlock.json` records. A typed range
 * replaces the recorded one and can select a lower version. Newer versions outside the range are listed. Prompts if the
 * code or the origin of a plugin has changed, or if it needs more permissions than before. User edits are merged.
 * Without plugin names, a plugin with a higher version than its registry is skipped.
 *
 * @throws GenlockError REGISTRY_DOWNGRADE if such a plugin was named, REGISTRY_VERSION_NOT_FOUND with the available
 * versions, PLUGIN_NOT_INSTALLED, USAGE for a version of a plugin that is not from a registry, PLUGIN_UNREADABLE if a
 * folder is missing, PLUGIN_PACKAGE_MISMATCH if it contains another plugin, and every other problem
 */
export async function updatePlugins(request: UpdateRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = ['genlock update', ...request.plugins].join(' ');
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const { root, lockfile } = workspace;
  const typed = typedRanges(request.plugins);
  const names = new Set(installedNames([...typed.keys()], lockfile));
  const sources = [...(lockfile?.plugins ?? [])]
    .map(([name, locked]) => ({ name, source: sourceOf(locked, root), installed: locked.version }))
    .filter(({ name, source }) => (names.size === 0 ? source.kind !== 'bundled' : names.has(name)));
  const unversioned = sources.find(({ name, source }) => source.kind !== 'registry' && typed.get(name) !== undefined);
  if (unversioned !== undefined) throw withoutVersions(unversioned.name);
  const { config } = await presentConfiguration({ root, lockfile, cwd: request.cwd });
  const policy = await workspace.policy();
  const context = { root, offline: request.network !== true, policy };
  const found = await allOrAbort(sources, async ({ name, source, installed }, signal): Promise<Found> => {
    if (source.kind === 'archive') return { plugin: requireNamed(await readArchive(source.path, policy), name) };
    if (source.kind !== 'registry') return { plugin: requireNamed(loadPlugin(source), name) };
    const range = typed.get(name) ?? config.plugins.get(name)?.version;
    const spec = range === undefined ? name : `${name}@${range}`;
    const asked = { ...context, installed, installedFrom: source.url, known: [name], signal };
    const fetching = fetchPlugin(spec, asked, ports);
    const fetched = fetching.then((one): Found => ({ ...one, newer: newerThan(one, installed) }));
    return names.size === 0 ? fetched.catch(stayingBehind) : fetched;
  });
  const given = found.flatMap(({ plugin = [] }) => plugin);
  const warnings = found.flatMap(({ warning = [] }) => warning);
  const newer = found.flatMap((one) => one.newer ?? []);
  const versions = new Map(
    found.flatMap(({ plugin, range }): [string, string | undefined][] => {
      const name = plugin?.manifest.name ?? '';
      return typed.get(name) === undefined ? [] : [[name, range]];
    }),
  );
  const stopWorker = prestartWorker();
  const topic = migrationTopic(
    'update',
    sources.map(({ name }) => name),
  );
  const intent = { workspace, command, given, edits: { versions }, topic, warnings, newer, rerun: 'inputs' } as const;
  return changeProject(intent, request, ports).finally(stopWorker);
}

/** Result of looking for an update of one plugin. */
interface Found extends Partial<FetchedPlugin> {
  readonly newer?: NewerVersion | undefined;
  /** Reason for skipping the plugin. */
  readonly warning?: string;
}

/** Splits arguments into names and ranges; `undefined` without a range. */
function typedRanges(plugins: readonly string[]): ReadonlyMap<string, string | undefined> {
  return new Map(
    plugins.map((text) => {
      const at = text.indexOf('@', 1);
      return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function withoutVersions(name: string): GenlockError {
  const message = `${name} is not from a registry, so it has no other versions`;
  return new GenlockError({ code: 'USAGE', message, hint: `Run \`genlock update ${name}\` without a version.` });
}

/** Returns the newest version of a plugin if it is newer than the chosen one. */
function newerThan({ plugin, newest }: FetchedPlugin, installed: string): NewerVersion | undefined {
  const { name, version: inRange } = plugin.manifest;
  return newest === undefined || !gt(newest, inRange) ? undefined : { name, installed, inRange, newest };
}

/**
 * Returns a warning for a plugin that is newer than the latest version in its registry, or whose registry has no version
 * in the recorded range. Such a plugin must not block the other updates.
 */
function stayingBehind(error: unknown): Found {
  if (error instanceof GenlockError && ['REGISTRY_DOWNGRADE', 'REGISTRY_VERSION_NOT_FOUND'].includes(error.code)) {
    return { warning: `${error.message}: not updated` };
  }
  throw error;
}

/**
 * Upgrades a project to this Genlock version: its base, the other bundled plugins and its renderer.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function upgradeProject(request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock upgrade';
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const bundled = [...(workspace.lockfile?.plugins ?? [])].flatMap(([name, locked]) =>
    sourceOf(locked, workspace.root).kind === 'bundled' ? [name] : [],
  );
  const given = [...new Set([basePlugin, ...bundled])].map((name) => loadPlugin({ kind: 'bundled', name }));
  const intent = { workspace, command, given, topic: 'upgrade', rerun: 'inputs', renderer: 'current' } as const;
  return changeProject(intent, request, ports);
}
