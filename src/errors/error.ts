import type { Frame, LogLine } from '../../sandbox/index.ts';
import type { ErrorCode } from './codes.ts';

/** Position in a file that the user can open. Line and column count from 1. */
export interface Where {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the key, e.g. `entities[0].fields[2].type`. */
  readonly key?: string;
}

/**
 * Failed plugin run, as shown to the plugin's author. Contains the plugin's own files and console only, no paths of
 * this machine.
 */
export interface FailedRun {
  readonly plugin: string;
  /** Call stack above the failing position, innermost first. */
  readonly callers: readonly Frame[];
  /** Source lines around the failing position; empty if its file is not part of the package. */
  readonly source: readonly SourceLine[];
  /** Console output of the plugin. */
  readonly log: readonly LogLine[];
}

/** One line of a file; `line` counts from 1. */
export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

/** Problem in a command. A command that finds several problems reports all of them. */
export interface Problem {
  readonly code: ErrorCode;
  /** One sentence that describes the problem, without a hint. */
  readonly message: string;
  readonly where?: Where;
  /** Hint for this case. If absent, the hint of the code is shown. */
  readonly hint?: string;
  /** Details if a plugin run failed. */
  readonly run?: FailedRun;
}

/**
 * Error that a user can cause. Every error has a stable code with an exit code and a hint (`codes.ts`). Programmer
 * errors are plain `Error` objects and end as a bug in Genlock (exit 70).
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

/** Returns the error with each problem replaced. Other errors are returned unchanged. */
export function mapProblems(error: unknown, change: (problem: Problem) => Problem): unknown {
  if (!(error instanceof GenlockError)) return error;
  const [first, ...rest] = error.problems;
  return new GenlockError([change(first), ...rest.map(change)], { cause: error });
}

/** Throws all problems as one error. Returns if the list is empty. */
export function throwProblems(problems: readonly Problem[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new GenlockError([first, ...others]);
}
