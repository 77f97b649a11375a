import { codes, exitCodes, isErrorCode } from './codes.ts';
import type { ErrorCode } from './codes.ts';
import { GenlockError } from './error.ts';
import type { FailedRun, Problem } from './error.ts';
import { printable } from './printable.ts';

/** One problem, ready to be printed or sent as JSON. */
export interface ReportedProblem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly key?: string;
  readonly run?: FailedRun;
}

/** Error as plain data, for `--json` and the terminal. All its strings are printable. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  /** Exit code of the process. */
  readonly exit: number;
  /** Never empty. The first problem has the same code, message and hint as the report. */
  readonly problems: readonly ReportedProblem[];
}

/** Limit of reported problems. */
const maxProblems = 200;

/**
 * Converts any thrown value to a report. A `GenlockError` keeps all its problems. A library error is identified by its
 * `code`, if it is a known error code. Any other error is a bug in Genlock (`BUG`, exit 70).
 */
export function toErrorReport(error: unknown): ErrorReport {
  const problems = problemsOf(error).map(report);
  const [first] = problems;
  if (first === undefined) throw new TypeError('an error without problems');
  return {
    code: first.code,
    message: first.message,
    hint: first.hint,
    exit: exitCodes[codes[first.code].exit],
    problems: problems.slice(0, maxProblems),
  };
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof GenlockError) return error.problems;
  const message = messageOf(error);
  const code = codeOf(error);
  return [code === undefined ? { code: 'BUG', message } : { code, message, ...hintOf(error), ...whereOf(error) }];
}

function report(problem: Problem): ReportedProblem {
  const { file, line, column, key } = problem.where ?? {};
  return {
    code: problem.code,
    message: printable(problem.message),
    hint: printable(problem.hint ?? codes[problem.code].hint),
    ...(file === undefined ? {} : { file: printable(file) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(key === undefined ? {} : { key: printable(key) }),
    ...(problem.run === undefined ? {} : { run: printableRun(problem.run) }),
  };
}

function printableRun({ plugin, callers, source, log }: FailedRun): FailedRun {
  return {
    plugin: printable(plugin),
    callers: callers.map((frame) => ({ ...frame, file: printable(frame.file) })),
    // Prints tabs as two spaces, because their width depends on the terminal.
    source: source.map(({ line, text }) => ({ line, text: printable(text.replaceAll('\t', '  ')) })),
    log: log.map(({ level, text }) => ({ level, text: printable(text, { keepLines: true }) })),
  };
}

function codeOf(error: unknown): ErrorCode | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && isErrorCode(code) ? code : undefined;
}

/** Returns the `hint` of a registry error. */
function hintOf(error: unknown): Pick<Problem, 'hint'> {
  const hint: unknown = error instanceof Error && 'hint' in error ? error.hint : undefined;
  return typeof hint === 'string' ? { hint } : {};
}

/** Returns the position in the plugin's files from the `frame` of a sandbox error. */
function whereOf(error: unknown): Pick<Problem, 'where'> {
  const frame: unknown = error instanceof Error && 'frame' in error ? error.frame : undefined;
  if (typeof frame !== 'object' || frame === null || !('file' in frame) || typeof frame.file !== 'string') return {};
  const { file } = frame;
  const line = 'line' in frame && typeof frame.line === 'number' ? { line: frame.line } : {};
  const column = 'column' in frame && typeof frame.column === 'number' ? { column: frame.column } : {};
  return { where: { file, ...line, ...column } };
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' ? error : 'Something that is not an error was thrown.';
}
