import { fromPrisma, PgBoss } from 'pg-boss';
import { parseDatabaseUrl } from '../database-url';
import { env } from '../env';
import { log } from '../log';
import type { EnqueueOptions } from '.';
import { attempt, longest, pauses } from './attempt';
import { memoryQueue, most } from './memory';
import { allJobs, type NamedJob } from './registry';
import type { RunningJobs } from './start';

interface Sent extends EnqueueOptions {
  readonly data: unknown;
}

/** The most connections to the database, besides those of the application. */
const connections = 4;

/** The queues of a running server, and the queues of a task that adds jobs. */
const open: { server?: PgBoss; task?: Promise<PgBoss>; taskCalls: number } = { taskCalls: 0 };

/** Stores a job in the database. Tests keep it in memory and do not run it. */
export async function send(job: NamedJob, sent: Sent): Promise<void> {
  if (open.server !== undefined) await sendTo(open.server, { job, ...sent });
  else if (env.NODE_ENV === 'test') memoryQueue.add(job, sent.data, sent.after);
  else await sendFromTask({ job, ...sent });
}

/** A task ends when it has no connections. */
async function sendFromTask(sent: Sent & { readonly job: NamedJob }): Promise<void> {
  open.taskCalls += 1;
  open.task ??= connect({ isWorker: false });
  const current = open.task;
  try {
    await sendTo(await current, sent);
  } finally {
    open.taskCalls -= 1;
    if (open.taskCalls === 0) {
      open.task = undefined;
      await (await current).stop({ graceful: false });
    }
  }
}

async function sendTo(
  queues: PgBoss,
  { job, data, after, tx }: Sent & { readonly job: NamedJob },
): Promise<void> {
  await queues.send(job.name, typeof data === 'object' ? data : null, {
    ...(after !== undefined && { startAfter: after }),
    ...(tx !== undefined && { db: fromPrisma(tx) }),
  });
}

/** Creates the tables of pg-boss in a separate schema, if they do not exist, and a queue for each job. */
async function connect({ isWorker }: { readonly isWorker: boolean }): Promise<PgBoss> {
  const { pool, schema } = parseDatabaseUrl(env.DATABASE_URL);
  const queues = new PgBoss({
    ...pool,
    max: Math.min(pool.max, connections),
    schema: schema === 'public' ? 'pgboss' : `pgboss_${schema}`.slice(0, 50),
    schedule: isWorker,
    supervise: isWorker,
    // A schedule is at most a few seconds late.
    cronMonitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 1,
    registerInstance: false,
  });
  queues.on('error', (error) => log.error({ err: error, code: 'jobs_error' }, 'queue error'));
  await queues.start();
  for (const job of await allJobs()) await prepare(queues, job);
  return queues;
}

async function prepare(created: PgBoss, { name, retries }: NamedJob): Promise<void> {
  const options = {
    retryLimit: retries,
    retryDelay: pauses.first,
    retryBackoff: true,
    retryDelayMax: pauses.longest,
    // Longer than an attempt, which ends itself.
    expireInSeconds: longest / 1000 + 60,
    // Without a sign of life, another process repeats the job.
    heartbeatSeconds: 60,
  };
  await created.createQueue(name, options);
  await created.updateQueue(name, options);
}

/** Runs queued and scheduled jobs. With `JOBS=off`, this process only adds jobs. */
export async function run(jobs: readonly NamedJob[]): Promise<RunningJobs> {
  const isWorker = env.JOBS === 'on';
  const queues = await connect({ isWorker });
  open.server = queues;
  const stopping = new AbortController();
  if (isWorker) {
    await storeSchedules(queues, jobs);
    for (const job of jobs) await work(queues, { job, stopping: stopping.signal });
  }
  return {
    async stop(ms) {
      const timer = setTimeout(() => stopping.abort(), ms);
      await Promise.all(jobs.map(({ name }) => queues.offWork(name, { wait: true })));
      clearTimeout(timer);
    },
    async close() {
      open.server = undefined;
      await queues.stop({ graceful: false });
    },
  };
}

/** Stores the schedules. Removes those of jobs that no longer have one. */
async function storeSchedules(queues: PgBoss, jobs: readonly NamedJob[]): Promise<void> {
  const scheduled = new Set<string>();
  for (const job of jobs) {
    if (job.schedule === undefined) continue;
    scheduled.add(job.name);
    await queues.schedule(job.name, job.schedule, null, { tz: job.timeZone });
  }
  for (const { name } of await queues.getSchedules()) {
    if (!scheduled.has(name)) await queues.unschedule(name);
  }
}

/** Runs the jobs of one queue. Each job of a batch succeeds or fails by itself. */
async function work(
  queues: PgBoss,
  { job, stopping }: { readonly job: NamedJob; readonly stopping: AbortSignal },
): Promise<void> {
  const options = { batchSize: most, perJobResults: true, burstWhenBatchFull: true } as const;
  await queues.work(job.name, options, (batch) =>
    Promise.all(
      batch.map(async ({ id, data, retryCount }) => {
        const number = retryCount + 1;
        const isDone = await attempt(job, { id, number, data: data ?? undefined, stopping });
        return { id, status: isDone ? ('completed' as const) : ('failed' as const) };
      }),
    ),
  );
}

/** Returns whether a cron expression and a time zone have a next time. */
export function isSchedule(schedule: string, timeZone: string): boolean {
  try {
    return new PgBoss({}).previewSchedule(schedule, { tz: timeZone, count: 1 }).length > 0;
  } catch {
    return false;
  }
}
