import { diffArrays } from 'diff';

/** Generated versions of one file, one per branch. */
export interface Written {
  readonly ours: string;
  readonly theirs: string;
  /**
   * The version of the other branch is unknown and replaced by the currently generated version. Then a missing line is
   * not an edit.
   */
  readonly isGuess?: boolean;
  /**
   * Whether an empty line that both versions have in common counts once. By default, each line of both versions can
   * occur in the merged file.
   */
  readonly countsEmptyOnce?: boolean;
}

type Counts = Map<string, number>;

/** User edits in a merge of two generated versions. */
export interface Edits {
  /** Lines that occur more often than in both generated versions together. */
  readonly added: readonly string[];
  /** Lines that occur less often than in either generated text. */
  readonly removed: readonly string[];
}

/**
 * Compares a merged file with the two generated versions by line counts.
 *
 * @returns lines that only user edits explain
 */
export function editsIn(merged: string, written: Written): Edits {
  const [ours, theirs, found] = [countsOf(written.ours), countsOf(written.theirs), countsOf(merged)];
  const union = countsOf(unionOf(written).join(''));
  const most = (line: string): number =>
    written.countsEmptyOnce === true && line.trim() === ''
      ? count(union, line)
      : count(ours, line) + count(theirs, line);
  const lines = [...new Set([...ours.keys(), ...theirs.keys(), ...found.keys()])];
  return {
    added: lines.flatMap((line) => times(line, count(found, line) - most(line))),
    removed: written.isGuess
      ? []
      : lines.flatMap((line) => times(line, Math.min(count(ours, line), count(theirs, line)) - count(found, line))),
  };
}

/**
 * Removes the user's edits from a merged text: deletes added lines and restores removed lines. The difference to the
 * merged text is the user's edits.
 */
export function generatedPart(merged: string, written: Written): string {
  const known = unionOf(written);
  const edits = editsIn(merged, written);
  const [strange, gone] = [countsOf(edits.added.join('')), countsOf(edits.removed.join(''))];
  const lines: string[] = [];
  for (const { value, added, removed } of diffArrays([...known], linesOf(merged))) {
    lines.push(...value.filter((line) => (added ? !take(strange, line) : !removed || take(gone, line))));
  }
  return lines.join('');
}

/** Returns the lines of both versions, common lines once. */
function unionOf({ ours, theirs }: Written): readonly string[] {
  return diffArrays(linesOf(ours), linesOf(theirs)).flatMap(({ value }) => value);
}

/** Returns whether the lines of `part` occur in `text` in order. */
export function holdsAllOf(text: string, part: string): boolean {
  let at = 0;
  const wanted = linesOf(part);
  for (const line of linesOf(text)) if (line === wanted[at]) at += 1;
  return at === wanted.length;
}

function times(line: string, number: number): readonly string[] {
  return Array.from({ length: Math.max(0, number) }, () => line);
}

function count(counts: Counts, line: string): number {
  return counts.get(line) ?? 0;
}

function take(counts: Counts, line: string): boolean {
  const left = count(counts, line);
  counts.set(line, left - 1);
  return left > 0;
}

function countsOf(text: string): Counts {
  const counts: Counts = new Map();
  for (const line of linesOf(text)) counts.set(line, count(counts, line) + 1);
  return counts;
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/u).filter((line) => line !== '');
}
