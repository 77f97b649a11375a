import { GenlockError, type Problem } from '../errors/error.ts';
import { errnoOf } from './file-system.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'your disk quota is used up',
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  EIO: 'the device reports an input/output error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EXDEV: 'it lies on another file system than the project',
  ENAMETOOLONG: 'the path is too long for this file system',
  EBUSY: 'another program is using it',
};

const denied =
  'Make the project writable for your user. A command that ran as root, with sudo or in a container, can have changed the ' +
  'owner of files.';
const full = 'Free some space, then run the same command again.';

/** Hints for single errors. Otherwise, the hint of the code applies. */
const hints: Readonly<Record<string, string>> = { EACCES: denied, EPERM: denied, ENOSPC: full, EDQUOT: full };

/** Error at one path of the project. */
class PathFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`at ${path}`, { cause });
    this.path = path;
  }
}

/** Runs work on one path of the project, so that a system error names the path. */
export async function concerning<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof GenlockError || cause instanceof PathFailure ? cause : new PathFailure(path, cause);
  }
}

/**
 * Converts the cause of a failed transaction to the error to report. Genlock errors and bugs are returned unchanged.
 * System errors become PROJECT_WRITE_FAILED with the file, the reason and the state of the project.
 */
export function failureOf(cause: unknown, outcome: 'undone' | 'pending'): unknown {
  const system = cause instanceof PathFailure ? cause.cause : cause;
  const errno = errnoOf(system);
  if (system instanceof GenlockError || errno === undefined) return system;
  const path = cause instanceof PathFailure ? cause.path : undefined;
  const reason = `${reasons[errno] ?? (system instanceof Error ? system.message : 'unknown')} (${errno})`;
  const rest = outcome === 'undone' ? 'nothing was changed' : 'the next command finishes or undoes this change';
  return new GenlockError(
    {
      code: 'PROJECT_WRITE_FAILED',
      message: `cannot write ${path ?? 'the project'}: ${reason}; ${rest}`,
      ...(path === undefined ? {} : { where: { file: path } }),
      ...(hints[errno] !== undefined && { hint: hints[errno] }),
    },
    { cause: system },
  );
}

/** Creates the error for files that have changed since the plan was made. */
export function changedSincePlan(paths: readonly string[]): GenlockError {
  const [first = changed(''), ...rest] = paths.map(changed);
  return new GenlockError([first, ...rest]);
}

function changed(file: string): Problem {
  const message = `${file} has changed since the plan was made`;
  return { code: 'PROJECT_CHANGED_SINCE_PLAN', message, where: { file } };
}

/**
 * Runs cleanup and ignores its errors, so that they do not hide an earlier error. The next command repeats the cleanup.
 */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // The next command finds and recovers the rest.
  }
}
