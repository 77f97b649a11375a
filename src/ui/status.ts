import { printable } from '../errors/printable.ts';
import type { StatusResult } from '../flows/status/status.ts';
import { GenlockError } from '../errors/error.ts';
import { toErrorReport } from '../errors/report.ts';
import { errorView } from './error.ts';
import { openView } from './open-entities.ts';
import { damagedView, healedView } from './records.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const longestList = 40;
const marks = { create: '+', update: '~', delete: '-' } as const;

/** Shows local changes and the changes that `sync` would make. */
export function statusView(
  { healed, damaged, files, open: openEntities, overrides = [], pending }: StatusResult,
  screen: Screen,
): string {
  const { style } = screen;
  const { edited, missing, moved, blocked, conflicts } = files;
  const yours = [
    ...edited.map((path) => `  ~ ${printable(path)}`),
    ...missing.map((path) => `  - ${printable(path)}: missing`),
    ...moved.map(({ from, to }) => `  > ${printable(to)}: moved from ${printable(from)}`),
    ...blocked.map((path) => `  ! ${printable(path)}: not a file, or behind a link`),
  ];
  const { problem } = pending;
  const waiting = [
    ...pending.plugins.map((name) => `  ~ ${printable(name)}: its folder has changed`),
    ...pending.changes.map(({ kind, path }) => `  ${marks[kind]} ${printable(path)}`),
  ];
  const unknown = problem === undefined ? [] : [problemIn(problem, screen)];
  const open = conflicts.map((path) => `  ! ${printable(path)}`);
  const blocks = [
    healedView(healed, screen),
    damagedView(damaged, screen),
    block('Conflicts: end them with `genlock resolve --continue`, or `--abort`', open, screen),
    block('Local changes: `genlock diff` shows the lines', yours, screen),
    block('Pending: `genlock sync` would make these changes', waiting, screen),
    block('Pending: the changes cannot be determined', unknown, screen),
  ].filter((text) => text !== '');
  const replacing = overrides.map(({ path, replaces }) =>
    replaces === undefined ? `  ! ${printable(path)}: replaces no file` : `  > ${printable(path)}`,
  );
  const after = [
    block('Overrides: they replace files of the client', replacing, screen),
    openView(openEntities, screen),
  ].filter((text) => text !== '');
  if (yours.length + waiting.length + unknown.length + open.length + damaged.length > 0)
    return [...blocks, ...after].join('\n\n');
  const clean = `${style.green('✔')} No local changes; the project matches genlock.json.`;
  return [...blocks, clean, ...after].join('\n\n');
}

/** The problem with its location and hint, as the command that stops because of it shows them. */
function problemIn(problem: NonNullable<StatusResult['pending']['problem']>, screen: Screen): string {
  const indent = 2;
  const report = toErrorReport(new GenlockError(problem));
  const view = errorView(report, { ...screen, width: screen.width - indent });
  return view.replaceAll(/^/gmu, ' '.repeat(indent));
}

function block(title: string, lines: readonly string[], { style, width }: Screen): string {
  if (lines.length === 0) return '';
  const left = lines.length - longestList;
  return [
    style.bold(wrap(title, { width })),
    ...lines.slice(0, longestList),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}
