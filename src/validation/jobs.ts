import { isModuleName, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator } from './context.ts';

/** Validates jobs: each is a server module of the plugin with its own name, and its time zone and its times exist. */
export const validateJobs: OperationValidator = function* (trial) {
  const known = new Set<string>();
  for (const job of ofKind(trial.operations, 'registerJobs').flatMap(({ jobs }) => jobs)) {
    const { name, timeZone, schedule } = job;
    const module = ownModule(job.module, trial);
    if (module?.startsWith('server/') !== true) {
      const reason = `registers the job ${name} in ${job.module}, which is not a code module below server/ among its files`;
      yield refusal(trial, { code: 'JUDGE_JOB_MODULE', reason });
    } else if (!isModuleName(module)) {
      const reason = `registers the job ${name} in ${module}, a name that is not valid in generated code`;
      yield refusal(trial, { code: 'JUDGE_MODULE_NAME', reason });
    }
    if (known.has(name)) {
      yield refusal(trial, { code: 'JUDGE_JOB_TWICE', reason: `registers the job ${name} more than once` });
    }
    known.add(name);
    if (timeZone !== undefined && (schedule === undefined || !isTimeZone(timeZone))) {
      const what = schedule === undefined ? 'without a schedule' : 'which does not exist';
      const reason = `registers the job ${name} with the time zone ${timeZone}, ${what}`;
      yield refusal(trial, { code: 'JUDGE_JOB_TIME_ZONE', reason });
    }
    if (schedule !== undefined && !occurs(schedule)) {
      const reason = `registers the job ${name} with the schedule ${schedule}, which never occurs: no month in it has such a day`;
      yield refusal(trial, { code: 'JUDGE_JOB_SCHEDULE', reason });
    }
  }
};

/** The days of each month, from January on, in a leap year. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a valid schedule has a date. With days of the week, it runs on these days, too. */
function occurs(schedule: string): boolean {
  const [, , days = '*', months = '*', weekdays = '*'] = schedule.split(' ');
  if (weekdays !== '*') return true;
  const firstDay = Math.min(...days.split(',').map(firstOf));
  return daysOfMonths.some((last, index) => firstDay <= last && months.split(',').some((part) => has(part, index + 1)));
}

/** Returns the first value of `*`, a number or a range, each with an optional step. */
function firstOf(part: string): number {
  return part.startsWith('*') ? 1 : Number.parseInt(part, 10);
}

/** Returns whether a part of the field of months contains a month. */
function has(part: string, month: number): boolean {
  const [range = '*', step = '1'] = part.split('/');
  const [first = '1', last = first] = range === '*' ? ['1', '12'] : range.split('-');
  return Number(first) <= month && month <= Number(last) && (month - Number(first)) % Number(step) === 0;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
