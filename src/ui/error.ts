import type { ErrorReport, ReportedProblem } from '../errors/report.ts';
import { callersView, logView, sourceView } from './failed-run.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows an error for people: each problem with its code, location and hint. */
export function errorView(report: ErrorReport, screen: Screen): string {
  const blocks = report.problems.map((problem) => problemView(problem, screen));
  if (blocks.length > 1) blocks.unshift(screen.style.bold(`${blocks.length} problems`));
  return blocks.join('\n\n');
}

function problemView(problem: ReportedProblem, screen: Screen): string {
  const { style, width } = screen;
  const place = placeOf(problem);
  const hint = wrap(`${style.dim('→')} ${problem.hint}`, { width, indent: 2, hanging: 4 });
  const head = [
    wrap(`${style.red(style.bold(problem.code))} ${problem.message}`, { width, hanging: 2 }),
    ...(place === undefined ? [] : [wrap(style.cyan(place), { width, indent: 2 })]),
  ];
  const details = runViews(problem, screen);
  return details.length === 0 ? [...head, hint].join('\n') : [head.join('\n'), ...details, hint].join('\n\n');
}

/** Shows details of a failed plugin run. */
function runViews({ run, line, column }: ReportedProblem, screen: Screen): readonly string[] {
  if (run === undefined) return [];
  const hasPlace = run.source.length > 0 && line !== undefined && column !== undefined;
  return [
    ...(hasPlace ? [sourceView(run.source, { at: { line, column }, screen })] : []),
    ...(run.callers.length > 0 ? [callersView(run, screen)] : []),
    ...(run.log.length > 0 ? [logView(run, screen)] : []),
  ];
}

/** Returns the position as `genlock.json:12:15 (entities[0].name)`, which editors and terminals recognize as a link. */
function placeOf(problem: ReportedProblem): string | undefined {
  if (problem.file === undefined) return undefined;
  const position = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  return problem.key === undefined ? position : `${position} (${problem.key})`;
}
