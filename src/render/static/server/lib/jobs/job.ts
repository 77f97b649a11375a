import type { z } from 'zod';
import type { db } from '../db';
import type { log } from '../log';

/** The data of a job: an object, or nothing. */
export type DataSchema = z.ZodType<object | undefined, object | undefined>;

export interface JobContext<Data> {
  readonly data: Data;
  /** The database client. Access rules do not apply to its queries. */
  readonly db: typeof db;
  /** Writes log lines with the name and the id of the job. */
  readonly log: typeof log;
  /** Aborts when the time of the job is over, and shortly before the process must end. */
  readonly signal: AbortSignal;
}

/** The times at which a job runs, and the number of its attempts. */
export interface JobOptions {
  /** A cron expression with five fields: minute, hour, day of the month, month, day of the week. */
  readonly schedule?: string;
  /** The time zone of the schedule, such as `Europe/Berlin`. `UTC` if absent. */
  readonly timeZone?: string;
  /** The number of further attempts after a failure. 3 if absent. */
  readonly retries?: number;
}

export interface Job<Schema extends DataSchema = DataSchema> extends JobOptions {
  /** The schema of the data. A job without it has no data. */
  readonly data?: Schema;
  /** Does the work. An error is a failure. A job can run twice, for example after a crash. */
  run(context: JobContext<z.output<Schema>>): Promise<void>;
}

/** Defines a job. The file `server/jobs/<name>.ts` exports it by default. */
export function defineJob<Schema extends DataSchema = z.ZodUndefined>(
  job: Job<Schema>,
): Job<Schema> {
  return job;
}
