import { sourceOf } from '../../lockfile/source.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { prestartWorker } from '../../../sandbox/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../engine/change.ts';
import { openToChange } from '../../engine/change-workspace.ts';
import { changeProject } from '../../engine/execute.ts';
import { requireNamed } from '../../engine/installed-plugin.ts';
import { fetchPlugin, readArchive } from '../../engine/packages/fetch-plugin.ts';
import { allOrAbort } from '../../engine/packages/interruptible.ts';
import { installedNames } from '../../engine/select-plugins.ts';

/** Options of `genlock update`. */
export interface UpdateRequest extends ChangeRequest {
  /** Names of installed plugins; if empty, all plugins that are not bundled. */
  readonly plugins: readonly string[];
}

/**
 * Updates plugins from their folders or to the latest version in their registries. Prompts only if a plugin needs more
 * permissions than before. User edits are merged. Without plugin names, a plugin with a higher version than its
 * registry is skipped.
 *
 * @throws GenlockError REGISTRY_DOWNGRADE if such a plugin was named, PLUGIN_NOT_INSTALLED, PLUGIN_UNREADABLE if a
 * folder is missing, PLUGIN_PACKAGE_MISMATCH if it contains another plugin, and every other problem
 */
export async function updatePlugins(request: UpdateRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = ['genlock update', ...request.plugins].join(' ');
  const workspace = await openToChange({ ...request, command }, ports);
  const installed = [...(workspace.lockfile?.plugins ?? [])];
  const names = new Set(installedNames(request.plugins, workspace.lockfile));
  const sources = installed
    .map(([name, locked]) => ({ name, source: sourceOf(locked, workspace.root), installed: locked.version }))
    .filter(({ name, source }) => (names.size === 0 ? source.kind !== 'bundled' : names.has(name)));
  const root = workspace.root;
  const policy = await workspace.policy();
  const places = { root, offline: request.network !== true, policy };
  const found = await allOrAbort(sources, async ({ name, source, installed }, signal) => {
    if (source.kind === 'archive') return requireNamed(await readArchive(source.path, policy), name);
    if (source.kind !== 'registry') return requireNamed(loadPlugin(source), name);
    const fetched = fetchPlugin(name, { ...places, installed, known: [name], signal }, ports);
    return names.size === 0 ? fetched.catch(stayingBehind) : fetched;
  });
  const given = found.flatMap((one) => (typeof one === 'string' ? [] : one));
  const warnings = found.flatMap((one) => (typeof one === 'string' ? one : []));
  const stopWorker = prestartWorker();
  const topic = `update-${sources[0]?.name ?? 'plugins'}`;
  return changeProject({ workspace, command, given, topic, warnings, rerun: 'inputs' }, request, ports).finally(
    stopWorker,
  );
}

/**
 * Returns a warning for a plugin that is newer than the latest version in its registry. Such a plugin must not block
 * the other updates.
 */
function stayingBehind(error: unknown): string {
  if (error instanceof GenlockError && error.code === 'REGISTRY_DOWNGRADE') return `${error.message}: not updated`;
  throw error;
}

/**
 * Upgrades a project to this Genlock version: its base, the other bundled plugins and its renderer.
 *
 * @throws GenlockError for every problem; the project is unchanged then
 */
export async function upgradeProject(request: ChangeRequest, ports: ChangePorts): Promise<ChangeResult> {
  const command = 'genlock upgrade';
  const workspace = await openToChange({ ...request, command }, ports);
  const bundled = [...(workspace.lockfile?.plugins ?? [])].flatMap(([name, locked]) =>
    sourceOf(locked, workspace.root).kind === 'bundled' ? [name] : [],
  );
  const given = [...new Set([basePlugin, ...bundled])].map((name) => loadPlugin({ kind: 'bundled', name }));
  const intent = { workspace, command, given, topic: 'upgrade', rerun: 'inputs', renderer: 'current' } as const;
  return changeProject(intent, request, ports);
}
