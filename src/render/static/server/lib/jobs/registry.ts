import { pluginJobs } from '../../generated/jobs';
import { SetupProblem } from '../setup-problem';
import type { Job, JobOptions } from './job';

/** A job of a plugin. The plugin sets the options when it registers the job. */
export interface RegisteredJob extends JobOptions {
  readonly name: string;
  readonly load: () => Promise<Job>;
}

/** A job with its name and all options. */
export interface NamedJob extends Required<Pick<JobOptions, 'timeZone' | 'retries'>> {
  readonly name: string;
  readonly schedule: string | undefined;
  readonly job: Job;
}

type Modules = Readonly<Record<string, () => Promise<{ readonly default?: unknown }>>>;

/**
 * Loads all jobs. A job of the project has the name of its file.
 *
 * @throws SetupProblem `job_invalid` or `job_name_invalid`, with the file or the name
 */
export async function readJobs(
  modules: Modules,
  registered: readonly RegisteredJob[] = [],
): Promise<readonly NamedJob[]> {
  const own = Object.entries(modules).map(async ([path, load]): Promise<NamedJob> => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const { default: job } = await load();
    if (!isJob(job)) {
      throw invalid(
        `The default export of server/jobs/${file} is not a job.`,
        'Export defineJob({ … }).',
      );
    }
    return named(nameOf(file), { job, options: job });
  });
  const others = registered.map(async ({ name, load, ...options }): Promise<NamedJob> => {
    const job = await load();
    if (!isJob(job))
      throw invalid(`The job ${name} is not a job.`, 'Export job = defineJob({ … }).');
    if (job.schedule !== undefined || job.timeZone !== undefined || job.retries !== undefined) {
      throw invalid(`The job ${name} has options.`, 'Pass the options to registerJobs.');
    }
    return named(name, { job, options });
  });
  return Promise.all([...others, ...own]);
}

function named(
  name: string,
  { job, options: { schedule, timeZone = 'UTC', retries = 3 } }: { job: Job; options: JobOptions },
): NamedJob {
  if (schedule !== undefined && job.data?.safeParse(undefined).success === false) {
    throw invalid(
      `The scheduled job ${name} needs data.`,
      'Make its data optional: a schedule runs a job without data.',
    );
  }
  return { name, job, schedule, timeZone, retries };
}

function nameOf(file: string): string {
  const name = file.replace(/\.ts$/, '');
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 63) return name;
  throw new SetupProblem(`server/jobs/${file} has no valid name.`, {
    code: 'job_name_invalid',
    advice: 'Use lower-case letters, digits and hyphens, such as send-report.ts.',
  });
}

function invalid(message: string, advice: string): SetupProblem {
  return new SetupProblem(message, { code: 'job_invalid', advice });
}

function isJob(value: unknown): value is Job {
  return (
    typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function'
  );
}

let known: Promise<readonly NamedJob[]> | undefined;

/** Returns all jobs. The modules load at the first call, because a job can import a module that enqueues jobs. */
export function allJobs(): Promise<readonly NamedJob[]> {
  known ??= readJobs(
    import.meta.glob<{ default?: unknown }>(['../../jobs/*.ts', '!../../jobs/*.test.ts']),
    pluginJobs,
  );
  return known;
}

/** @throws Error if the job has no file in `server/jobs` and no plugin registers it */
export async function findJob(job: object): Promise<NamedJob> {
  const found = (await allJobs()).find((one) => one.job === job);
  if (found !== undefined) return found;
  throw new Error('The job is not registered. Use the default export of a file in server/jobs.');
}
