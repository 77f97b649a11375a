import { setTimeout as pass } from 'node:timers/promises';
import { log } from './log';

/** The time for running requests, jobs and mails to finish after a stop signal, in milliseconds. */
export const patience = 10_000;

/** Work that must end before the process does. `ms` is the time that is left. */
type Work = (ms: number) => Promise<void>;

const jobs = new Set<Promise<void>>();
const pending: Work[] = [];

/** Lets the server wait for a job when it stops. Jobs end before the registered work begins. */
export function trackJob(job: Promise<void>): void {
  jobs.add(job);
  const forget = () => jobs.delete(job);
  job.then(forget, forget);
}

/** Registers work that runs when the server stops, before the database disconnects. */
export function beforeShutdown(work: Work): void {
  pending.push(work);
}

/**
 * Waits for the jobs, then runs the registered work, such as the delivery of mails. Ends after `ms`.
 * A failure is logged and does not stop the other work.
 */
export async function finishWork(ms: number): Promise<void> {
  const end = Date.now() + ms;
  const left = () => Math.max(0, end - Date.now());
  await attempt(left(), async () => {
    // A job can start another job.
    while (jobs.size > 0) await Promise.all(jobs);
  });
  const time = left();
  await Promise.all(pending.map((work) => attempt(time, work)));
}

async function attempt(ms: number, work: Work): Promise<void> {
  const late = async () => {
    await pass(ms, undefined, { ref: false });
    throw new Error('The time is over.');
  };
  try {
    // The work begins first, so that it can end itself at the same time.
    await Promise.race([work(ms), late()]);
  } catch (error) {
    log.error({ err: error }, 'work was not finished');
  }
}
