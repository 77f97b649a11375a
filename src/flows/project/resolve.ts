import { applyPlan } from '../../apply/apply.ts';
import { GenlockError } from '../../errors/error.ts';
import { readConflicts } from '../../project/file-records.ts';
import { prepareResolution, type Resolution } from '../../project/resolve.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** How open conflicts are to end. */
export interface ResolveRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  readonly how: Resolution;
  readonly dryRun: boolean;
}

/** What became of the conflicts, as data; `--json` prints exactly this. */
export interface ResolveResult {
  readonly status: 'resolved' | 'open' | 'planned';
  readonly healed: Workspace['healed'];
  readonly project: { readonly root: string };
  /** Paths whose conflict has ended, sorted. */
  readonly resolved: readonly string[];
  /** Paths that still hold markers, sorted; with any, the command exits with 5. */
  readonly open: readonly string[];
  /** Of those resolved: what nothing makes any more, which stays as it is and is the user's. */
  readonly yours: readonly string[];
  /** Of those taken back: what is as it was, and of which the next `sync` asks again if it still wants the same. */
  readonly waiting: readonly string[];
}

/**
 * Ends the conflicts an earlier command left: with the files as they are now, or as they were before.
 *
 * @throws GenlockError PROJECT_NO_CONFLICT if there is none, and what reading and applying throw
 */
export async function resolveConflicts({ cwd, how, dryRun }: ResolveRequest): Promise<ResolveResult> {
  const command = `genlock resolve --${how}`;
  const { root, healed } = await openWorkspace({ cwd, dryRun, command });
  const before = [...readConflicts(root).keys()];
  if (before.length === 0) {
    throw new GenlockError({ code: 'PROJECT_NO_CONFLICT', message: 'no conflict is waiting to be resolved' });
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
