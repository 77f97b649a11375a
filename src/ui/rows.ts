import { printable } from '../errors/printable.ts';
import type { Screen } from './terminal.ts';
import { stringWidth, wrap } from './text.ts';

/** One line of a two-column list: a short label, and words that may need several lines. */
export type Row = readonly [label: string, text: string];

/** Labels in one column, texts in the other; long texts continue below themselves, and nothing is cut off. */
export function rows(list: readonly Row[], screen: Screen): string {
  const column = Math.max(0, ...list.map(([label]) => stringWidth(label))) + 4;
  return list
    .map(([label, text]) => {
      const body = wrap(text, { width: screen.width, indent: column, hard: true }).replaceAll('\u00A0', ' ');
      return `  ${screen.style.bold(label)}${' '.repeat(column - 2 - stringWidth(label))}${body.slice(column)}`;
    })
    .join('\n');
}

/** Facts side by side; the words of one are held together by spaces that don't break. */
export function listed(facts: readonly string[]): string {
  return facts.map((fact) => printable(fact).replaceAll(' ', '\u00A0')).join(', ');
}
