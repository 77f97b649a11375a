import { sourceOf } from '../../lockfile/source.ts';
import { GenlockError } from '../../errors/error.ts';
import { loadPlugin } from '../../plugin/load.ts';
import { unrestricted } from '../../policy/effective-policy.ts';
import { readBaseline } from '../../project/baseline.ts';
import { digestOf } from '../../core/digest.ts';
import { readConflicts, readKept } from '../../project/file-records.ts';
import { objectPath } from '../../project/objects.ts';
import { configPath, ownRecords } from '../../project/records.ts';
import { detectDrift } from '../../project/drift.ts';
import type { Settled, StatusIndex } from '../../project/status-index.ts';
import { recordsOwner } from '../../plan/plan.ts';
import { resolvePlugins } from '../../engine/resolve-plugins.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { prepareProject, type PreparedProject } from '../../engine/render-project.ts';
import { digestsOfRecords, overridesIn } from './quick.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';
import type { StatusResult } from './result.ts';

/** Computes the full status. @param index cache of earlier results, if available */
export async function fullStatus(cwd: string, index: StatusIndex | undefined): Promise<StatusResult> {
  // The records are read first, so that a concurrent change is not cached as checked.
  const sight = index && { inspect: index.sight.inspect };
  const records = index && sight && digestsOfRecords({ root: index.root, sight }, ownRecords);
  const workspace = await openWorkspace({ cwd, dryRun: false, command: 'genlock status' });
  const { root, healed } = workspace;
  const { edited, missing, moved, blocked } = detectDrift(root, sight);
  const conflicts = [...readConflicts(root).keys()];
  const inConflict = new Set(conflicts);
  const { objects, damaged = workspace.repairs, open, ...pending } = await pendingChanges(cwd, workspace);
  const plugins = changedFolders(workspace);
  const isSettled = objects !== undefined && plugins.length === 0 && healed === 'none';
  index?.save(
    isSettled && records
      ? {
          settled: {
            records: { ...Object.fromEntries(records), ...objects },
            folders: foldersOf(workspace),
            ...(open !== undefined && { open }),
          },
        }
      : {},
  );
  return {
    healed,
    damaged,
    project: { root },
    files: { edited: [...edited.keys()].filter((path) => !inConflict.has(path)), missing, moved, blocked, conflicts },
    ...(open !== undefined && { open }),
    ...overridesIn(root),
    pending: { ...pending, plugins },
  };
}

type Pending = Omit<StatusResult['pending'], 'plugins'>;

/** `objects`: all stored objects, if the project is settled. `damaged`: only if all records could be read. */
interface Looked extends Pending {
  readonly objects?: Settled['records'];
  readonly damaged?: StatusResult['damaged'];
  readonly open?: StatusResult['open'];
}

async function pendingChanges(cwd: string, workspace: Workspace): Promise<Looked> {
  const { root } = workspace;
  try {
    const configuration = await presentConfiguration({ ...workspace, cwd });
    const offline = {
      given: [],
      policy: unrestricted,
      rerun: 'never',
      progress: () => undefined,
      load: neverLoad,
    } as const;
    const pluginSet = await resolvePlugins({ ...workspace, ...offline, configuration });
    const prepared = await prepareProject({ root, configuration, ...pluginSet });
    const changes = prepared.plan.changes.filter(({ owner }) => owner !== recordsOwner);
    const united = configuration.sides === undefined ? [] : [{ file: configPath, how: 'united' } as const];
    const damaged = [...united, ...workspace.repairs, ...prepared.repairs];
    const { open } = configuration.config;
    const pending = {
      changes: changes.map(({ kind, path }) => ({ kind, path })),
      damaged,
      ...(open !== undefined && { open }),
    };
    if (!isSettled(workspace, prepared)) return pending;
    const ofPlugins = [...pluginSet.plugins.map(({ stored }) => stored), ...pluginSet.disabled];
    const ofFiles = [...readBaseline(root).files.values()].map(({ digest }) => digest);
    const objects = [...ofPlugins.flatMap((plugin) => [...plugin.objects.keys()]), ...ofFiles];
    return { ...pending, objects: Object.fromEntries(objects.map((digest) => [objectPath(digest), digest])) };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    const { run: _, ...problem } = error.problems[0];
    return { changes: [], problem };
  }
}

/**
 * Checks whether the wanted project equals the last written one. Then the three-way merge changes no file, regardless
 * of user edits. Open conflicts and kept edits have separate rules, so they are not settled.
 */
function isSettled({ root, repairs }: Workspace, { plan, tree, repairs: others }: PreparedProject): boolean {
  if (plan.conflicts.length + repairs.length + others.length > 0) return false;
  if (readConflicts(root).size + readKept(root).size > 0) return false;
  const { files } = readBaseline(root);
  return (
    files.size === tree.size &&
    [...tree].every(([path, { content, mode }]) => {
      const base = files.get(path);
      return base?.mode === mode && base.digest === digestOf(content);
    })
  );
}

/** Fails: status runs no plugins, so it must not load any. */
async function neverLoad(name: string): Promise<never> {
  throw new Error(`${name} must not be loaded without a run`);
}

/** Returns the folders of installed plugins with the hashes in the lockfile. */
function foldersOf({ root, lockfile }: Workspace): Settled['folders'] {
  const enabled = [...(lockfile?.plugins.values() ?? [])].filter(({ disabled }) => disabled !== true);
  return Object.fromEntries(
    enabled.flatMap((locked) => {
      const source = sourceOf(locked, root);
      return source.kind === 'folder' ? [[source.path, locked.integrity]] : [];
    }),
  );
}

function changedFolders({ root, lockfile }: Workspace): readonly string[] {
  return [...(lockfile?.plugins ?? [])].flatMap(([name, locked]) => {
    const source = sourceOf(locked, root);
    if (source.kind !== 'folder' || locked.disabled === true) return [];
    try {
      return loadPlugin(source).integrity === locked.integrity ? [] : [name];
    } catch (error) {
      if (error instanceof GenlockError) return [];
      throw error;
    }
  });
}
