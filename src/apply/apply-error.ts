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

/** A failure that belongs to one path of the project. */
class PathFailure extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`at ${path}`, { cause });
    this.path = path;
  }
}

/** Runs work that concerns one path of the project, so that a failure of the system can name it. */
export async function concerning<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof GenlockError || cause instanceof PathFailure ? cause : new PathFailure(path, cause);
  }
}

/**
 * What is reported when a transaction fails: our own errors as they are, those of the system as PROJECT_WRITE_FAILED
 * with the file, the reason in words and what became of the rest; a fault of ours stays what it is.
 */
export function failureOf(cause: unknown, outcome: 'undone' | 'pending'): unknown {
  const system = cause instanceof PathFailure ? cause.cause : cause;
  const errno = errnoOf(system);
  if (system instanceof GenlockError || errno === undefined) return system;
  const path = cause instanceof PathFailure ? cause.path : undefined;
  const reason = `${reasons[errno] ?? (system instanceof Error ? system.message : 'unknown')} (${errno})`;
  const rest = outcome === 'undone' ? 'nothing was changed' : 'the next command finishes or undoes what was begun';
  return new GenlockError(
    {
      code: 'PROJECT_WRITE_FAILED',
      message: `cannot write ${path ?? 'the project'}: ${reason}; ${rest}`,
      ...(path === undefined ? {} : { where: { file: path } }),
    },
    { cause: system },
  );
}

/** Files that aren't what the plan was made from. */
export function changedSincePlan(paths: readonly string[]): GenlockError {
  const [first = changed(''), ...rest] = paths.map(changed);
  return new GenlockError([first, ...rest]);
}

function changed(file: string): Problem {
  const message = `${file} has changed since the plan was made`;
  return { code: 'PROJECT_CHANGED_SINCE_PLAN', message, where: { file } };
}

/** Clearing up after a failure, or after all is done: a second failure must not hide the first; healing comes later. */
export async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // The next command finds what is left and heals it.
  }
}
