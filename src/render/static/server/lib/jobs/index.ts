import type { z } from 'zod';
import type { Database } from '../records/types';
import type { DataSchema, Job } from './job';
import { send } from './queue';
import { findJob } from './registry';

export { defineJob, type JobContext } from './job';

export interface EnqueueOptions {
  /** The earliest time of the run. */
  readonly after?: Date;
  /** The client of a transaction. On PostgreSQL, the job exists only if the transaction commits. */
  readonly tx?: Database;
}

type Arguments<Data> = undefined extends Data
  ? [data?: Data, options?: EnqueueOptions]
  : [data: Data, options?: EnqueueOptions];

/**
 * Queues a job and returns before it runs.
 *
 * @throws Error if the data does not match the schema of the job
 */
export async function enqueue<Schema extends DataSchema>(
  job: Job<Schema>,
  ...[data, options = {}]: Arguments<z.input<Schema>>
): Promise<void> {
  const named = await findJob(job);
  await send(named, { ...options, data: toJson(named, data) });
}

/** Returns the data as the queue stores it. */
function toJson({ name, job }: Awaited<ReturnType<typeof findJob>>, data: unknown): unknown {
  const stored: unknown = data === undefined ? undefined : JSON.parse(JSON.stringify(data));
  const result = job.data?.safeParse(stored);
  if (result?.success === false) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`The data of the job ${name} is not valid: ${problems.join('; ')}`);
  }
  return job.data === undefined ? undefined : stored;
}
