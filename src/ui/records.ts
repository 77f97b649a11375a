import { printable } from '../errors/printable.ts';
import type { Workspace } from '../engine/workspace.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the recovery of an interrupted command; empty if no command was interrupted. */
export function healedView(healed: Workspace['healed'], { style, width }: Screen): string {
  if (healed === 'none') return '';
  const what = healed === 'finished' ? 'finished' : 'undone';
  return wrap(`${style.yellow('!')} An earlier command was interrupted here; it was ${what} first.`, {
    width,
    hanging: 2,
  });
}

/** Shows a view below the message about an interrupted command. */
export function belowHealed(
  healed: Workspace['healed'],
  { view, screen }: { readonly view: string; readonly screen: Screen },
) {
  return [healedView(healed, screen), view].filter((part) => part !== '').join('\n\n');
}

/** Limit of listed records. Further records are counted. */
const longestList = 5;

/** Suggests the exact records in git, if records in `.genlock` would be rebuilt. The rebuilt ones can know less. */
export function restoreHint(damaged: Workspace['repairs']): readonly string[] {
  return damaged.some(({ file, how }) => how === 'rebuilt' && file.startsWith('.genlock/'))
    ? ['If the project is in git, run `git restore .genlock` first. It restores the records exactly.']
    : [];
}

/** Shows damaged records, one per line. */
export function damagedView(damaged: Workspace['repairs'], { style, width }: Screen): string {
  const lines = damaged.slice(0, longestList).map(({ file, how }) => {
    const what =
      how === 'united'
        ? 'contains both sides of a merge: `genlock sync` combines them'
        : 'is damaged: `genlock sync` rebuilds it';
    return `${printable(file)} ${what}.`;
  });
  const more = damaged.length - longestList;
  return [...lines, ...(more > 0 ? [`${more} more records are damaged.`] : []), ...restoreHint(damaged)]
    .map((line) => wrap(`${style.yellow('!')} ${line}`, { width, hanging: 2 }))
    .join('\n');
}
