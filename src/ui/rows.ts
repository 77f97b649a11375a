import { printable } from '../errors/printable.ts';
import type { Screen } from './terminal.ts';
import { stringWidth, wrap } from './text.ts';

/** Row of a two-column list: a short label, and text that can wrap. */
export type Row = readonly [label: string, text: string];

/** Shows two columns: labels and descriptions. Long descriptions wrap and are never cut off. */
export function rows(list: readonly Row[], screen: Screen): string {
  const column = Math.max(0, ...list.map(([label]) => stringWidth(label))) + 4;
  return list
    .map(([label, text]) => {
      const body = wrap(text, { width: screen.width, indent: column, hard: true }).replaceAll('\u00A0', ' ');
      return `  ${screen.style.bold(label)}${' '.repeat(column - 2 - stringWidth(label))}${body.slice(column)}`;
    })
    .join('\n');
}

/** Joins facts with commas. Uses no-break spaces inside each fact. */
export function listed(facts: readonly string[]): string {
  return facts.map((fact) => printable(fact).replaceAll(' ', '\u00A0')).join(', ');
}
