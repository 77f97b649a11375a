import { log } from './log';

/** Work that must end before the process does. */
type Work = () => Promise<void>;

const pending: Work[] = [];

/** Registers work that runs when the server stops, before the database disconnects. */
export function beforeShutdown(work: Work): void {
  pending.push(work);
}

/** Runs the registered work. A failure is logged and does not stop the other work. */
export async function finishWork(): Promise<void> {
  const results = await Promise.allSettled(pending.map((work) => work()));
  for (const result of results) {
    if (result.status === 'rejected') log.error({ err: result.reason }, 'work was not finished');
  }
}
