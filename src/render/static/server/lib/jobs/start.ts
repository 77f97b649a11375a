import { env } from '../env';
import { SetupProblem } from '../setup-problem';
import { beforeShutdown, patience, trackJob } from '../shutdown';
import { isSchedule, run } from './queue';
import { allJobs, type NamedJob } from './registry';

/** The time between the end of the jobs and the end of the process, in milliseconds. */
const reserve = 1000;

/** Jobs that run. */
export interface RunningJobs {
  /** Ends the schedules and waits until no job runs. Attempts that still run after `ms` are aborted. */
  stop(ms: number): Promise<void>;
  /** Ends the queues, when no code adds jobs. */
  close(): Promise<void>;
}

/**
 * Runs the jobs.
 *
 * @throws SetupProblem for a job that is not valid
 */
export async function startJobs(): Promise<RunningJobs> {
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
  const jobs = await startJobs();
  const end = (ms: number) => trackJob(jobs.stop(ms - reserve));
  beforeShutdown(() => jobs.close());
  process.once('SIGTERM', () => end(patience + env.DRAIN_SECONDS * 1000));
  process.once('SIGINT', () => end(patience));
}
