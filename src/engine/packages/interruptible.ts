import { GenlockError } from '../../errors/error.ts';

/** All that may be stopped: a project can have dozens of plugins that are fetched at once. */
const running = new Set<AbortController>();

let isStopped = false;

/** Whether Ctrl-C was pressed during a stoppable task. The task may have changed something by then. */
export function wasStopped(): boolean {
  return isStopped;
}

function stop(): void {
  isStopped = true;
  setImmediate(endAtNext);
  for (const controller of running) {
    controller.abort(new GenlockError({ code: 'INTERRUPTED', message: 'You stopped it' }));
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
 * Does something of each at once. Where one fails, nobody waits for the others, and they end.
 *
 * @throws what the first one that fails throws
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
