import type { FailedRun, SourceLine } from '../errors/error.ts';
import { printable } from '../errors/printable.ts';
import type { Screen } from './terminal.ts';
import { stringWidth, wrap } from './text.ts';

/** Limit of shown console lines. The last lines are shown. */
const longestLog = 20;

/** Shows source lines around a position and marks the position. */
export function sourceView(
  source: readonly SourceLine[],
  { at, screen }: { readonly at: { readonly line: number; readonly column: number }; readonly screen: Screen },
): string {
  const { style, width } = screen;
  const digits = Math.max(...source.map(({ line }) => String(line).length));
  const gutter = (number: string): string => style.dim(`    ${number.padStart(digits)} │`);
  return source
    .flatMap(({ line, text }) => {
      const isPlace = line === at.line;
      const shown = `${gutter(String(line))} ${cut(text, width - digits - 7)}`.trimEnd();
      if (!isPlace) return [style.dim(shown)];
      const before = stringWidth(text.slice(0, at.column - 1));
      return before > width - digits - 8 ? [shown] : [shown, `${gutter('')} ${' '.repeat(before)}${style.red('^')}`];
    })
    .join('\n');
}

/** Shows the call stack, one line per frame. */
export function callersView({ callers }: FailedRun, { style }: Screen): string {
  return callers
    .map(({ file, line, column }) => `  ${style.dim('called at')} ${style.cyan(`${file}:${line}:${column}`)}`)
    .join('\n');
}

/** Shows the console output of a plugin. */
export function logView({ plugin, log }: Pick<FailedRun, 'plugin' | 'log'>, { style, width }: Screen): string {
  const shown = log.slice(-longestLog);
  const left = log.length - shown.length;
  return [
    `  ${style.dim(`The console of ${printable(plugin)}${left === 0 ? '' : `, without its first ${left} lines`}`)}`,
    ...shown.map(({ level, text }) =>
      wrap(`${level.padEnd(5)}  ${printable(text, { keepLines: true })}`, { width, indent: 4, hanging: 11 }),
    ),
  ].join('\n');
}

function cut(text: string, width: number): string {
  let shown = text;
  while (stringWidth(shown) > width) shown = shown.slice(0, -1);
  return shown === text ? text : `${shown.slice(0, -1)}…`;
}
