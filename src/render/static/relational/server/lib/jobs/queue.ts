import { fromPrisma, PgBoss } from 'pg-boss';
import { parseDatabaseUrl } from '../database-url';
import { env } from '../env';
import { log } from '../log';
import type { EnqueueOptions } from '.';
import { attempt, longest, pauses } from './attempt';
import { memoryQueue, most } from './memory';
import { allJobs, type NamedJob } from './registry';

/** Stops the jobs. Attempts that still run after `ms` are aborted. */
export type Stop = (ms: number) => Promise<void>;

interface Sent extends EnqueueOptions {
  readonly data: unknown;
}

/** The most connections to the database, besides those of the application. */
const connections = 4;

/** Stores a job in the database. Tests keep it in memory and do not run it. */
export async function send(job: NamedJob, { data, after, tx }: Sent): Promise<void> {
  if (env.NODE_ENV === 'test') return memoryQueue.add(job, data, after);
  const boss = await connected();
  await boss.send(job.name, dataOf(data), {
    ...(after !== undefined && { startAfter: after }),
    ...(tx !== undefined && { db: fromPrisma(tx) }),
  });
}

function dataOf(data: unknown): object | null {
  return typeof data === 'object' ? data : null;
}

let boss: Promise<PgBoss> | undefined;

/** Returns the queues. The first call connects. */
function connected(): Promise<PgBoss> {
  boss ??= connect();
  return boss;
}

/** Creates the tables of pg-boss in a separate schema, if they do not exist, and a queue for each job. */
async function connect(): Promise<PgBoss> {
  const isWorker = env.JOBS === 'on';
  const { pool, schema } = parseDatabaseUrl(env.DATABASE_URL);
  const created = new PgBoss({
    ...pool,
    max: Math.min(pool.max, connections),
    schema: schema === 'public' ? 'pgboss' : `pgboss_${schema}`.slice(0, 50),
    schedule: isWorker,
    // A schedule is at most a few seconds late.
    cronMonitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 1,
    supervise: isWorker,
    registerInstance: false,
  });
  created.on('error', (error) => log.error({ err: error, code: 'jobs_error' }, 'queue error'));
  await created.start();
  for (const job of await allJobs()) await prepare(created, job);
  return created;
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
export async function run(jobs: readonly NamedJob[]): Promise<Stop> {
  const queues = await connected();
  const stopping = new AbortController();
  if (env.JOBS === 'on') {
    await storeSchedules(queues, jobs);
    for (const job of jobs) await work(queues, { job, stopping: stopping.signal });
  }
  return async (ms) => {
    const timer = setTimeout(() => stopping.abort(), ms);
    await queues.stop({ timeout: ms + 1000 });
    clearTimeout(timer);
    boss = undefined;
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
