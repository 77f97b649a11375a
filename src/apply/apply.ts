import type { Contents, Plan } from '../plan/plan.ts';
import { realRoot } from '../project/open.ts';
import { failureOf } from './apply-error.ts';
import { nodeFileSystem, type FileSystem } from './file-system.ts';
import type { TargetRoot } from './folders.ts';
import { runInNewRoot } from './transaction-in-new-root.ts';
import { outcomeOf, runInRoot } from './transaction.ts';
import { readTarget, type Target } from './stage.ts';
import { targetsOf, type SecretFile } from './targets.ts';

/** One plan to apply. */
export interface ApplyRequest {
  /** Project folder. Created with its parent folders if it does not exist. */
  readonly root: string;
  readonly plan: Plan;
  /** Bytes of every `after` of the plan. */
  readonly contents: Contents;
  readonly secrets?: readonly SecretFile[];
  /** The running command, named in the lock file, e.g. `genlock init shop`. */
  readonly command: string;
  /** File system to use. The default is the real disk. */
  readonly fs?: FileSystem;
}

/** Result of an applied plan. Paths are sorted as in the plan. */
export interface Receipt {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  /** Existing secret files, which are not changed. */
  readonly kept: readonly string[];
}

/**
 * Applies a plan as one transaction: either all changes or none, even if a step fails or the process ends. Writes the
 * new bytes to the journal and flushes them, commits with one rename, then renames every file into place. Files with
 * conflicts in the plan are not changed.
 *
 * @throws GenlockError PROJECT_CHANGED_SINCE_PLAN if a file isn't what the plan was made from; PROJECT_LOCKED;
 * PROJECT_PLAN_INVALID, PROJECT_PATH_INVALID; PROJECT_LINK, PROJECT_BLOCKED; PROJECT_WRITE_FAILED if the system
 * refuses something. Nothing was changed then.
 */
export async function applyPlan(request: ApplyRequest): Promise<Receipt> {
  const place: TargetRoot = { fs: request.fs ?? nodeFileSystem, root: realRoot(request.root) };
  const wanted = targetsOf(request);
  try {
    const kept = await existingSecrets(place, request);
    const targets = wanted.filter(({ path }) => !kept.includes(path));
    const isNew = (await place.fs.status(place.root)) === undefined;
    if (targets.length > 0) await (isNew ? runInNewRoot : runInRoot)(place, { targets, command: request.command });
    return receiptOf(targets, kept);
  } catch (cause) {
    throw failureOf(cause, await outcomeOf(place));
  }
}

async function existingSecrets(place: TargetRoot, { secrets = [] }: ApplyRequest): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const { path, before } of secrets) {
    if (before === undefined && (await readTarget(place, path)) !== undefined) kept.push(path);
  }
  return kept;
}

function receiptOf(targets: readonly Target[], kept: readonly string[]): Receipt {
  const paths = (isKind: (target: Target) => boolean): readonly string[] =>
    targets.filter(isKind).map(({ path }) => path);
  return {
    created: paths(({ before, after }) => before === undefined && after !== undefined),
    updated: paths(({ before, after }) => before !== undefined && after !== undefined),
    deleted: paths(({ after }) => after === undefined),
    kept,
  };
}
