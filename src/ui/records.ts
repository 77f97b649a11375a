import { printable } from '../errors/printable.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** What became of an earlier command that was interrupted; empty if none was. */
export function healedView(healed: Workspace['healed'], { style, width }: Screen): string {
  if (healed === 'none') return '';
  const what = healed === 'finished' ? 'finished' : 'undone';
  return wrap(`${style.yellow('!')} An earlier command was interrupted here; it was ${what} first.`, {
    width,
    hanging: 2,
  });
}

/** A view of something below what became of an interrupted command. */
export function belowHealed(
  healed: Workspace['healed'],
  { view, screen }: { readonly view: string; readonly screen: Screen },
) {
  return [healedView(healed, screen), view].filter((part) => part !== '').join('\n\n');
}

/** Longer lists say how many there are. */
const longestList = 5;

/** Records that aren't whole, a line each. */
export function damagedView(damaged: Workspace['repairs'], { style, width }: Screen): string {
  const lines = damaged.slice(0, longestList).map(({ file, how }) => {
    const what =
      how === 'united'
        ? 'holds both sides of a merge: `genlock sync` unites them'
        : 'is damaged: `genlock sync` makes it again';
    return `${printable(file)} ${what}.`;
  });
  const more = damaged.length - longestList;
  return [...lines, ...(more > 0 ? [`${more} more records are damaged.`] : [])]
    .map((line) => wrap(`${style.yellow('!')} ${line}`, { width, hanging: 2 }))
    .join('\n');
}
