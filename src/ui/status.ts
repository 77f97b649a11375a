import { printable } from '../errors/printable.ts';
import type { StatusResult } from '../flows/status/status.ts';
import { codes } from '../errors/codes.ts';
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
  const { style, width } = screen;
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
    ...(problem === undefined
      ? []
      : [
          wrap(`! ${printable(problem.message)} (${problem.code})`, { width, indent: 2, hanging: 4 }),
          wrap(`${style.dim('→')} ${codes[problem.code].hint}`, { width, indent: 4, hanging: 6 }),
        ]),
  ];
  const open = conflicts.map((path) => `  ! ${printable(path)}`);
  const blocks = [
    healedView(healed, screen),
    damagedView(damaged, screen),
    block('Conflicts: end them with `genlock resolve --continue`, or `--abort`', open, screen),
    block('Local changes: `genlock diff` shows the lines', yours, screen),
    block('Pending: `genlock sync` would make these changes', waiting, screen),
  ].filter((text) => text !== '');
  const replacing = overrides.map(({ path, replaces }) =>
    replaces === undefined ? `  ! ${printable(path)}: replaces no file` : `  > ${printable(path)}`,
  );
  const after = [
    block('Overrides: they replace files of the client', replacing, screen),
    openView(openEntities, screen),
  ].filter((text) => text !== '');
  if (yours.length + waiting.length + open.length + damaged.length > 0) return [...blocks, ...after].join('\n\n');
  const clean = `${style.green('✔')} No local changes; the project matches genlock.json.`;
  return [...blocks, clean, ...after].join('\n\n');
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
