import { GenlockError } from '../../errors/error.ts';

/**
 * Runs what Ctrl-C may stop at any moment, so that what was begun is taken back before the command ends; outside of it
 * Ctrl-C ends the process where it is, and a journal finishes or takes back what it was at.
 *
 * @throws GenlockError INTERRUPTED, and everything `run` throws
 */
export async function stoppable<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(new GenlockError({ code: 'INTERRUPTED', message: 'You stopped it' }));
  process.on('SIGINT', stop);
  try {
    return await run(controller.signal);
  } finally {
    process.off('SIGINT', stop);
  }
}
