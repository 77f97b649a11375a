import { printable } from '../errors/printable.ts';
import type { ChangeResult } from '../engine/change.ts';
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

/** Words about one record, and about many. */
interface RecordWords {
  readonly united: string;
  readonly rebuilt: string;
  readonly many: string;
}

const damagedWords: RecordWords = {
  united: 'contains both sides of a merge: `genlock sync` combines them',
  rebuilt: 'is damaged: `genlock sync` rebuilds it',
  many: 'are damaged: `genlock sync` rebuilds them',
};

const repairedWords: RecordWords = {
  united: 'held both sides of a merge and is merged',
  rebuilt: 'was damaged and is rebuilt',
  many: 'were damaged and are rebuilt',
};

/** Shows records, one per line. Stored objects are counted, because their names mean nothing to a user. */
function recordsView(
  records: Workspace['repairs'],
  words: RecordWords,
  { hints, screen }: { readonly hints: readonly string[]; readonly screen: Screen },
): string {
  const objects = records.filter(({ file }) => file.startsWith('.genlock/objects/'));
  const named = objects.length > 1 ? records.filter((record) => !objects.includes(record)) : records;
  const lines = named.slice(0, longestList).map(({ file, how }) => `${printable(file)} ${words[how]}.`);
  const more = named.length - longestList;
  return [
    ...lines,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'record' : 'records'} ${words.many}.`] : []),
    ...(objects.length > 1 ? [`${objects.length} files in .genlock/objects ${words.many}.`] : []),
    ...hints,
  ]
    .map((line) => wrap(`${screen.style.yellow('!')} ${line}`, { width: screen.width, hanging: 2 }))
    .join('\n');
}

/**
 * Suggests the exact records in git, if records in `.genlock` would be rebuilt. The rebuilt ones can know less. During a
 * merge, git does not have them.
 */
function restoreHint(damaged: Workspace['repairs']): readonly string[] {
  const isRebuilt = damaged.some(({ file, how }) => how === 'rebuilt' && file.startsWith('.genlock/'));
  return isRebuilt && damaged.every(({ how }) => how !== 'united')
    ? ['If the project is in git, run `git restore .genlock` first. It restores the records exactly.']
    : [];
}

/** Shows damaged records. */
export function damagedView(damaged: Workspace['repairs'], screen: Screen): string {
  return recordsView(damaged, damagedWords, { hints: restoreHint(damaged), screen });
}

/** Shows records that a command repaired, or would repair if it is only planned. */
export function repairedView({ repaired, status }: Pick<ChangeResult, 'repaired' | 'status'>, screen: Screen): string {
  return recordsView(repaired, repairedWords, { hints: status === 'planned' ? restoreHint(repaired) : [], screen });
}
