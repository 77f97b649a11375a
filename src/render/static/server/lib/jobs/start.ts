import { env } from '../env';
import { SetupProblem } from '../setup-problem';
import { patience, trackJob } from '../shutdown';
import { isSchedule, run, type Stop } from './queue';
import { allJobs, type NamedJob } from './registry';

/** The time between the end of the jobs and the end of the process, in milliseconds. */
const reserve = 1000;

/**
 * Runs the jobs until the returned function is called.
 *
 * @throws SetupProblem for a job that is not valid
 */
export async function startJobs(): Promise<Stop> {
  const jobs = await allJobs();
  for (const job of jobs) checkSchedule(job);
  return run(jobs);
}

function checkSchedule({ name, schedule, timeZone }: NamedJob): void {
  if (schedule === undefined || (/^\S+( \S+){4}$/.test(schedule) && isSchedule(schedule, timeZone)))
    return;
  throw new SetupProblem(`The schedule of the job ${name} is not valid.`, {
    code: 'job_invalid',
    advice: 'Use five fields, such as "0 8 * * 1-5", and a time zone such as Europe/Berlin.',
  });
}

/** Runs the jobs until the process stops. Jobs that run then have the time of the open requests. */
export async function startServerJobs(): Promise<void> {
  const stop = await startJobs();
  const end = (ms: number) => trackJob(stop(ms - reserve));
  process.once('SIGTERM', () => end(patience + env.DRAIN_SECONDS * 1000));
  process.once('SIGINT', () => end(patience));
}
