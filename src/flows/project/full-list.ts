import type { PluginConfig } from '../../config/config.ts';
import { compareText } from '../../core/tree.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { requirementsOf } from '../../engine/stored-manifests.ts';
import { readSteadily } from '../../engine/read-steadily.ts';
import { openWorkspace } from '../../engine/workspace.ts';
import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { saveList } from './list-index.ts';
import type { ListedPlugin, ProjectList } from './list-result.ts';

/**
 * Reads and validates the records of a project and lists its plugins.
 *
 * @param cache the user's cache folder, absolute; the list is not cached if absent
 * @throws GenlockError PROJECT_NOT_FOUND, CONFIG_…, PROJECT_LOCKFILE_…
 */
export function fullList(cwd: string, cache?: string): Promise<ProjectList> {
  return readSteadily(cwd, () => readList(cwd, cache));
}

async function readList(cwd: string, cache: string | undefined): Promise<ProjectList> {
  const { root, lockfile, lockfileDigest, healed } = await openWorkspace({
    cwd,
    dryRun: false,
    command: 'genlock list',
  });
  const { config, before: text } = await presentConfiguration({ root, lockfile, cwd });
  const locked = lockfile?.plugins ?? new Map<string, LockedPlugin>();
  const requirements = await requirementsOf({ root, lockfile });
  const names = [...new Set([...config.plugins.keys(), ...locked.keys()])].filter((name) => name !== basePlugin);
  const plugins = names
    .toSorted(compareText)
    .flatMap((name) =>
      listed(name, { written: config.plugins.get(name), locked: locked.get(name), requires: requirements.get(name) }),
    );
  const list = { healed, project: { name: config.name, root }, plugins };
  if (cache !== undefined && text !== undefined && lockfileDigest !== undefined) {
    const operations = [...locked.values()].map((plugin) => plugin.operations);
    saveList(list, { cache, root, text, lockfile: lockfileDigest, operations });
  }
  return list;
}

interface Known {
  readonly written: PluginConfig | undefined;
  readonly locked: LockedPlugin | undefined;
  readonly requires: readonly string[] | undefined;
}

function listed(name: string, { written, locked, requires = [] }: Known): readonly ListedPlugin[] {
  if (locked === undefined) return written?.enabled === true ? [{ name, state: 'missing', waits: true }] : [];
  const { version, source, footprint } = locked;
  const isOn = locked.disabled !== true;
  const waits = written === undefined || written.enabled !== isOn;
  const state = written === undefined ? 'leaving' : isOn ? 'on' : 'off';
  return [{ name, state, waits, version, source, footprint, ...(requires.length > 0 && { requires }) }];
}
