import { setTimeout as wait } from 'node:timers/promises';
import type { RecoveryOutcome } from '../apply/recover-transaction.ts';
import { GenlockError } from '../errors/error.ts';
import { changeMark } from '../project/change-mark.ts';
import { nearestRoot } from '../project/open.ts';

const pauseMs = 50;
/** A command waits about five seconds for another command that writes files. */
const mostWaits = 100;
/** The command's own recovery of an interrupted command is one change. */
const mostReads = 10;

interface Healed {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
}

/**
 * Reads a project, and reads it again if another command changed it meanwhile. Otherwise, the result could combine files
 * from before and after the change. Waits a few seconds for a command that is writing.
 *
 * @param cwd absolute path inside the project
 * @param read must not change the project, except to recover it
 * @throws GenlockError PROJECT_LOCKED if another command is still writing
 */
export async function readSteadily<Result extends Healed>(cwd: string, read: () => Promise<Result>): Promise<Result> {
  let healed: RecoveryOutcome = 'none';
  let waits = 0;
  for (let reads = 1; ;) {
    const before = markAt(cwd);
    const { result, error } = await outcomeOf(read);
    if (healed === 'none') healed = result?.healed ?? 'none';
    if (error instanceof GenlockError && error.code === 'PROJECT_LOCKED') {
      waits += 1;
      if (waits > mostWaits) throw error;
    } else {
      const isSteady = markAt(cwd) === before;
      if (result !== undefined && isSteady) return { ...result, healed };
      if (isSteady || reads >= mostReads) throw error ?? changing();
      waits = 0;
      reads += 1;
    }
    await wait(pauseMs);
  }
}

function markAt(cwd: string): string {
  const root = nearestRoot(cwd);
  return root === undefined ? '' : changeMark(root);
}

interface Outcome<Result> {
  readonly result?: Result;
  readonly error?: unknown;
}

async function outcomeOf<Result>(read: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await read() };
  } catch (error) {
    return { error };
  }
}

function changing(): GenlockError {
  return new GenlockError({
    code: 'PROJECT_LOCKED',
    message: 'other commands changed this project again and again while it was read',
    hint: 'Wait until the other commands have ended.',
  });
}
