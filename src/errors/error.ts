import type { ErrorCode } from './codes.ts';

/** A place in a file the user can open; line and column count from 1. */
export interface Where {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the key, e.g. `entities[0].fields[2].type`. */
  readonly key?: string;
}

/** One thing that is wrong. A command that finds several reports them all at once. */
export interface Problem {
  readonly code: ErrorCode;
  /** What is wrong, in one sentence, without a final hint. */
  readonly message: string;
  readonly where?: Where;
  /** What to do, where it depends on the case; otherwise the code's own hint is shown. */
  readonly hint?: string;
}

/**
 * A failure a user can reach. Every one has a stable code with an exit code and a hint (`codes.ts`);
 * programmer errors stay plain `Error` and end as our own bug (exit 70).
 */
export class GenlockError extends Error {
  override readonly name = 'GenlockError';
  readonly problems: readonly [Problem, ...Problem[]];

  /** @param problems at least one; the first gives the error its code. */
  constructor(problems: Problem | readonly [Problem, ...Problem[]], options?: { readonly cause?: unknown }) {
    const list = isProblem(problems) ? ([problems] as const) : problems;
    super(list[0].message, options);
    this.problems = list;
  }

  get code(): ErrorCode {
    return this.problems[0].code;
  }
}

function isProblem(problems: Problem | readonly [Problem, ...Problem[]]): problems is Problem {
  return !Array.isArray(problems);
}

/** Throws all problems as one error, if there are any. */
export function throwProblems(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new GenlockError([first, ...others]);
}
