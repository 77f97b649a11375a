import { applyPlan } from '../../apply/apply.ts';
import { GenlockError } from '../../errors/error.ts';
import { readConflicts } from '../../project/file-records.ts';
import { prepareResolution, type Resolution } from '../../project/resolve.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** Options of `genlock resolve`. */
export interface ResolveRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  readonly how: Resolution;
  readonly dryRun: boolean;
}

/** Result of `genlock resolve`; `--json` prints exactly this object. */
export interface ResolveResult {
  readonly status: 'resolved' | 'open' | 'planned';
  readonly healed: Workspace['healed'];
  readonly project: { readonly root: string };
  /** Paths of resolved conflicts, sorted. */
  readonly resolved: readonly string[];
  /** Paths of files that still contain conflict markers, sorted. If not empty, the command exits with 5. */
  readonly open: readonly string[];
  /** Files that Genlock no longer generates. They are unchanged and now belong to the user. */
  readonly yours: readonly string[];
  /** Aborted conflicts that the next `sync` can find again. */
  readonly waiting: readonly string[];
}

/**
 * Resolves open conflicts with the current files, or restores the files from before the conflicts.
 *
 * @throws GenlockError PROJECT_NO_CONFLICT if no conflict is open, and everything that reading and applying throws
 */
export async function resolveConflicts({ cwd, how, dryRun }: ResolveRequest): Promise<ResolveResult> {
  const command = `genlock resolve --${how}`;
  const { root, healed } = await openWorkspace({ cwd, dryRun, command });
  const before = [...readConflicts(root).keys()];
  if (before.length === 0) {
    throw new GenlockError({ code: 'PROJECT_NO_CONFLICT', message: 'no conflict is open' });
  }
  const { planned, open, yours, waiting } = prepareResolution(root, how);
  if (!dryRun) await applyPlan({ root, plan: planned.plan, contents: planned.contents, command });
  return {
    status: dryRun ? 'planned' : open.size > 0 ? 'open' : 'resolved',
    healed,
    project: { root },
    resolved: before.filter((path) => !open.has(path)),
    open: [...open.keys()],
    yours: [...yours.keys()],
    waiting: [...waiting.keys()],
  };
}
