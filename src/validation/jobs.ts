import { isModuleName, ownModule } from './modules.ts';
import { ofKind, refusal, type OperationValidator } from './context.ts';

/** Validates jobs: each is a server module of the plugin with its own name, and its time zone exists. */
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
  }
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
