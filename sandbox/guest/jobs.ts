/** Reads the argument of `registerJobs` into an operation. */
import { mostRetries } from '../protocol/operations.ts';
import type { RegisteredJob, RegisterJobs } from '../protocol/operations.ts';
import { isJobName, isSchedule, isTimeZoneName } from '../protocol/job-syntax.ts';
import { fields, list, matching, present, type ArgumentPath, wrong } from './check.ts';
import { modulePath } from './paths.ts';

const kind = 'registerJobs';

export function jobsOperation(argument: unknown): RegisterJobs {
  return { kind, jobs: list(argument, kind).map((job, index) => readJob(job, `${kind}: jobs[${index}]`)) };
}

function readJob(value: unknown, at: ArgumentPath): RegisteredJob {
  const given = fields(value, at, ['name', 'module', 'schedule', 'timeZone', 'retries']);
  const { schedule, timeZone, retries } = given;
  return {
    name: matching(given['name'], `${at}.name`, jobName),
    module: modulePath(given['module'], `${at}.module`),
    ...present({
      schedule: schedule === undefined ? undefined : matching(schedule, `${at}.schedule`, cron),
      timeZone: timeZone === undefined ? undefined : matching(timeZone, `${at}.timeZone`, zone),
      retries: retries === undefined ? undefined : count(retries, `${at}.retries`),
    }),
  };
}

function count(value: unknown, at: ArgumentPath): number {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostRetries;
  if (!isCount || Object.is(value, -0)) throw wrong(at, `a whole number from 0 to ${mostRetries}`, value);
  return value;
}

const jobName = { holds: isJobName, expected: 'a name of lower-case letters, digits and hyphens' };
const cron = { holds: isSchedule, expected: 'a cron expression with five fields, such as "0 8 * * 1-5"' };
const zone = { holds: isTimeZoneName, expected: 'the name of a time zone, such as "Europe/Berlin"' };
