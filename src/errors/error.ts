import type { Frame, LogLine } from '../../sandbox/index.ts';
import type { ErrorCode } from './codes.ts';

/** A place in a file the user can open; line and column count from 1. */
export interface Where {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the key, e.g. `entities[0].fields[2].type`. */
  readonly key?: string;
}

/** A plugin's run that failed, as its author wants to see it: its own files, its own console, nothing of this machine. */
export interface FailedRun {
  readonly plugin: string;
  /** What called the place of the problem, innermost first. */
  readonly callers: readonly Frame[];
  /** The lines around that place; none where its file isn't part of the package. */
  readonly source: readonly SourceLine[];
  /** What the plugin had written to its console. */
  readonly log: readonly LogLine[];
}

/** One line of a file; `line` counts from 1. */
export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

/** One thing that is wrong. A command that finds several reports them all at once. */
export interface Problem {
  readonly code: ErrorCode;
  /** What is wrong, in one sentence, without a final hint. */
  readonly message: string;
  readonly where?: Where;
  /** What to do, where it depends on the case; otherwise the code's own hint is shown. */
  readonly hint?: string;
  /** Where it is a plugin's run that failed. */
  readonly run?: FailedRun;
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
