import { GenlockError } from '../../errors/error.ts';

/** All that may be stopped: a project can have dozens of plugins that are fetched at once. */
const running = new Set<AbortController>();

function stop(): void {
  for (const controller of running) {
    controller.abort(new GenlockError({ code: 'INTERRUPTED', message: 'You stopped it' }));
  }
}

/**
 * Runs what Ctrl-C may stop at any moment, so that what was begun is taken back before the command ends; outside of it
 * Ctrl-C ends the process where it is, and a journal finishes or takes back what it was at.
 *
 * @throws GenlockError INTERRUPTED, and everything `run` throws
 */
export async function stoppable<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
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
export async function allTogether<Each, Result>(
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
