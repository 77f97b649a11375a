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
  /** Made, with the folders above it, if it doesn't exist. */
  readonly root: string;
  readonly plan: Plan;
  /** Bytes of every `after` of the plan. */
  readonly contents: Contents;
  readonly secrets?: readonly SecretFile[];
  /** The running command, for whoever finds the lock, e.g. `genlock init shop`. */
  readonly command: string;
  /** The real disk if absent. */
  readonly fs?: FileSystem;
}

/** What apply did; paths sorted as in the plan. */
export interface Receipt {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly deleted: readonly string[];
  /** Secret files that were there already and were left alone. */
  readonly kept: readonly string[];
}

/**
 * Applies a plan as one transaction: all of it or nothing, whatever fails and whenever the process ends. New bytes are
 * written beside the project and flushed, one rename commits them, then every file is renamed into place. Conflicts
 * of the plan are left as they are.
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
