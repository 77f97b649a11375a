import { db } from '../db';
import { log } from '../log';
import type { NamedJob } from './registry';

/** The longest time of an attempt, in milliseconds. */
export const longest = 15 * 60_000;

/** The first pause before a retry, and the longest, in seconds. */
export const pauses = { first: 5, longest: 3600 };

export interface Attempt {
  /** Identifies the job in the log. */
  readonly id: string;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly data: unknown;
  /** Aborts when the process must end. */
  readonly stopping: AbortSignal;
}

/**
 * Runs a job once and logs the result. The log never contains the data. Returns whether the job
 * succeeded.
 */
export async function attempt(
  { name, job, retries }: NamedJob,
  { id, number, data, stopping }: Attempt,
): Promise<boolean> {
  const line = { job: name, jobId: id, attempt: number };
  const start = performance.now();
  const controller = new AbortController();
  const abort = () => controller.abort(new Error('The time of the job is over.'));
  const timer = setTimeout(abort, longest);
  stopping.addEventListener('abort', abort);
  try {
    stopping.throwIfAborted();
    const { signal } = controller;
    const work = async () =>
      job.run({
        data: job.data?.parse(data),
        db,
        log: log.child({ job: name, jobId: id }),
        signal,
      });
    await Promise.race([aborted(signal), work()]);
    log.info({ ...line, ms: Math.round(performance.now() - start) }, 'job done');
    return true;
  } catch (error) {
    if (number > retries) log.error({ ...line, err: error, code: 'job_failed' }, 'job failed');
    else log.warn({ ...line, err: error, code: 'job_delayed' }, 'job delayed');
    return false;
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}

/** Rejects when the signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
