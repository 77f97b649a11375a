import { GenlockError, type Problem } from '../errors/error.ts';
import { loadPlugin } from '../plugin/load.ts';
import { unrestricted } from '../policy/decide.ts';
import { readConflicts } from '../project/file-records.ts';
import { standingOf } from '../project/standing.ts';
import { recordsOwner, type Change, type Moved } from '../plan/plan.ts';
import { assemble } from './assemble.ts';
import { changeConfiguration } from './configuration.ts';
import { prepareProject } from './desired.ts';
import { authPluginsOf, sourceOf } from './installed.ts';
import { startInProject, type Start } from './start.ts';

/** How a project stands, as data; `--json` prints exactly this. */
export interface StatusResult {
  readonly healed: Start['healed'];
  readonly project: { readonly root: string };
  /** How its files stand to what Genlock last wrote. Paths are sorted. */
  readonly files: {
    readonly edited: readonly string[];
    readonly missing: readonly string[];
    readonly moved: readonly Moved[];
    /** Something that is no file is in their place. */
    readonly blocked: readonly string[];
    /** Conflicts that wait for `genlock resolve`. */
    readonly conflicts: readonly string[];
  };
  /** What `genlock sync` would do. */
  readonly pending: {
    /** Without Genlock's own records. */
    readonly changes: readonly Pick<Change, 'kind' | 'path'>[];
    /** Plugins whose folder holds something else than what is installed. */
    readonly plugins: readonly string[];
    /** Why it can't be said without running something, or at all. */
    readonly problem?: Pick<Problem, 'code' | 'message'>;
  };
}

/** Says how a project stands; runs nothing. @throws GenlockError PROJECT_… if its records can't be read */
export async function projectStatus(cwd: string): Promise<StatusResult> {
  const start = await startInProject({ cwd, dryRun: false, command: 'genlock status' });
  const { root, healed } = start;
  const { edited, missing, moved, blocked } = standingOf(root);
  const conflicts = [...readConflicts(root).keys()];
  const open = new Set(conflicts);
  return {
    healed,
    project: { root },
    files: { edited: [...edited.keys()].filter((path) => !open.has(path)), missing, moved, blocked, conflicts },
    pending: { ...(await pendingChanges(cwd, start)), plugins: changedFolders(start) },
  };
}

async function pendingChanges(cwd: string, start: Start): Promise<Omit<StatusResult['pending'], 'plugins'>> {
  const { root } = start;
  try {
    const configuration = changeConfiguration({
      root,
      cwd,
      edit: (text) => text,
      adding: [],
      authPlugins: authPluginsOf([], start),
    });
    const offline = {
      given: [],
      policy: unrestricted,
      rerun: 'never',
      progress: () => undefined,
      load: neverLoad,
    } as const;
    const assembled = await assemble({ ...start, ...offline, configuration });
    const { plan } = await prepareProject({ root, configuration, ...assembled });
    const changes = plan.changes.filter(({ owner }) => owner !== recordsOwner);
    return { changes: changes.map(({ kind, path }) => ({ kind, path })) };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    const { code, message } = error.problems[0];
    return { changes: [], problem: { code, message } };
  }
}

/** Nothing runs, so nothing is loaded. */
async function neverLoad(name: string): Promise<never> {
  throw new Error(`${name} was to be loaded though nothing may run`);
}

function changedFolders({ root, lockfile }: Start): readonly string[] {
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
