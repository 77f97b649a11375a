/** Both versions of a file with git conflicts. Each version includes all parts that merged cleanly. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
  /** Common ancestor, if the markers contain it: `merge.conflictStyle` is `diff3` or `zdiff3`. */
  readonly base?: string;
  /** Line of the first marker, from 1. */
  readonly line: number;
}

type Part = 'shared' | 'ours' | 'base' | 'theirs';

const markers: readonly (readonly [pattern: RegExp, from: readonly Part[], to: Part])[] = [
  [/^<{7}(?: |$)/u, ['shared'], 'ours'],
  [/^\|{7}(?: |$)/u, ['ours'], 'base'],
  [/^={7}$/u, ['ours', 'base'], 'theirs'],
  [/^>{7}(?: |$)/u, ['theirs'], 'shared'],
];

/**
 * Splits a file with the markers of `git merge` into its versions, in either conflict style; `undefined` if the file
 * has no markers or an incomplete set.
 */
export function splitGitMerge(text: string): Sides | undefined {
  const sides = { ours: '', theirs: '' };
  let [base, places, told] = ['', 0, 0];
  let [part, line]: [Part, number] = ['shared', 0];
  for (const [index, whole] of text.split(/(?<=\n)/u).entries()) {
    const bare = whole.replace(/\r?\n$/u, '');
    const marker = markers.find(([pattern, from]) => from.includes(part) && pattern.test(bare));
    if (marker !== undefined) {
      part = marker[2];
      if (part === 'theirs') places += 1;
      if (part === 'base') told += 1;
      if (line === 0) line = index + 1;
      continue;
    }
    if (part === 'shared' || part === 'ours') sides.ours += whole;
    if (part === 'shared' || part === 'theirs') sides.theirs += whole;
    if (part === 'shared' || part === 'base') base += whole;
  }
  return line > 0 && part === 'shared' ? { ...sides, ...(told === places && { base }), line } : undefined;
}
