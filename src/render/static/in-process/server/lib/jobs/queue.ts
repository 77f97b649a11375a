import { Cron } from 'croner';
import { env } from '../env';
import type { EnqueueOptions } from '.';
import { memoryQueue } from './memory';
import type { NamedJob } from './registry';
import type { RunningJobs } from './start';

interface Sent extends EnqueueOptions {
  readonly data: unknown;
}

/** Adds a job to the queue. */
export async function send(job: NamedJob, { data, after }: Sent): Promise<void> {
  memoryQueue.add(job, data, after);
}

/**
 * Runs queued jobs, and adds scheduled jobs at their times. With `JOBS=off`, nothing is scheduled.
 * The process still runs the jobs that it queues, because no other process has them.
 */
export async function run(jobs: readonly NamedJob[]): Promise<RunningJobs> {
  const scheduled = env.JOBS === 'off' ? [] : jobs;
  const crons = scheduled.flatMap((job) => {
    const { schedule, timeZone: timezone } = job;
    if (schedule === undefined) return [];
    return [new Cron(schedule, { timezone, unref: true }, () => memoryQueue.add(job, undefined))];
  });
  memoryQueue.start();
  return {
    async stop(ms) {
      for (const cron of crons) cron.stop();
      await memoryQueue.stop(ms);
    },
    close: async () => memoryQueue.close(),
  };
}

/** Returns whether a cron expression and a time zone have a next time. */
export function isSchedule(schedule: string, timezone: string): boolean {
  try {
    return new Cron(schedule, { timezone }).nextRun() !== null;
  } catch {
    return false;
  }
}
