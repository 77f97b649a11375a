import { attempt } from '../../server/lib/jobs/attempt';
import { memoryQueue } from '../../server/lib/jobs/memory';

/**
 * Runs the jobs that the test has queued, also those with a later time, one after another. Returns
 * their names. Tests do not run jobs otherwise.
 *
 * @throws Error with the name of the first job that fails
 */
export async function runJobs(): Promise<readonly string[]> {
  const names: string[] = [];
  const { signal: stopping } = new AbortController();
  for (const { id, job, data } of memoryQueue.takeAll()) {
    names.push(job.name);
    const isDone = await attempt(job, { id, number: 1, data, stopping });
    if (!isDone) throw new Error(`The job ${job.name} failed. LOG_LEVEL=warn shows the reason.`);
  }
  return names;
}
