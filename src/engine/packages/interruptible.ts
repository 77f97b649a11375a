import { GenlockError } from '../../errors/error.ts';

/** Controllers of all running interruptible tasks. A project can fetch dozens of plugins in parallel. */
const running = new Set<AbortController>();

let isStopped = false;

/** Returns whether Ctrl-C was pressed during an interruptible task. The task might have changed files before it stopped. */
export function wasStopped(): boolean {
  return isStopped;
}

function stop(): void {
  isStopped = true;
  setImmediate(endAtNext);
  for (const controller of running) {
    controller.abort(new GenlockError({ code: 'INTERRUPTED', message: 'The command was stopped' }));
  }
}

/** Without this listener, the next Ctrl-C ends the process at once. Other listeners of the same Ctrl-C still see it. */
function endAtNext(): void {
  if ([...running].every(({ signal }) => signal.aborted)) process.off('SIGINT', stop);
}

/**
 * Runs a task that handles Ctrl-C itself: the signal is aborted, and the task ends in a clean state. Outside of such a
 * task Ctrl-C ends the process at once, and the journal lets the next command finish or undo the change.
 *
 * @throws GenlockError INTERRUPTED, and everything `run` throws
 */
export async function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  if (running.size === 0) process.on('SIGINT', stop);
  running.add(controller);
  try {
    return await run(controller.signal);
  } finally {
    running.delete(controller);
    if (running.size === 0) process.off('SIGINT', stop);
  }
}

/**
 * Runs a task for each item in parallel. If one task fails, the others are aborted and not awaited.
 *
 * @throws the error of the first task that fails
 */
export async function allOrAbort<Each, Result>(
  all: readonly Each[],
  run: (each: Each, signal: AbortSignal) => Promise<Result>,
): Promise<readonly Result[]> {
  const controller = new AbortController();
  try {
    return await Promise.all(all.map((each) => run(each, controller.signal)));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}
