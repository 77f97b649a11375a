import { diffArrays } from 'diff';

/** Two texts Genlock wrote for the same file, one a branch. */
export interface Written {
  readonly ours: string;
  readonly theirs: string;
  /** Theirs isn't known: what is wanted now, with the lines of both, stands for it. That a line is missing says nothing then. */
  readonly isGuess?: boolean;
}

type Counts = Map<string, number>;

/** What somebody did to a text that git merged from two that Genlock wrote. */
export interface Edits {
  /** Lines there are more of than both texts together have. */
  readonly added: readonly string[];
  /** Lines there are less of than either text has. */
  readonly removed: readonly string[];
}

/** The lines that tell a text that git merged from one that holds nothing but what Genlock wrote. */
export function editsIn(merged: string, written: Written): Edits {
  const [ours, theirs, found] = [countsOf(written.ours), countsOf(written.theirs), countsOf(merged)];
  const lines = [...new Set([...ours.keys(), ...theirs.keys(), ...found.keys()])];
  return {
    added: lines.flatMap((line) => times(line, count(found, line) - count(ours, line) - count(theirs, line))),
    removed: written.isGuess
      ? []
      : lines.flatMap((line) => times(line, Math.min(count(ours, line), count(theirs, line)) - count(found, line))),
  };
}

/**
 * A text that git merged, without what anybody edited: lines neither branch wrote are left out, and lines both wrote
 * are there. What the user did is the difference between the two.
 */
export function generatedPart(merged: string, written: Written): string {
  const known = diffArrays(linesOf(written.ours), linesOf(written.theirs)).flatMap(({ value }) => value);
  const edits = editsIn(merged, written);
  const [strange, gone] = [countsOf(edits.added.join('')), countsOf(edits.removed.join(''))];
  const lines: string[] = [];
  for (const { value, added, removed } of diffArrays(known, linesOf(merged))) {
    lines.push(...value.filter((line) => (added ? !take(strange, line) : !removed || take(gone, line))));
  }
  return lines.join('');
}

/** Whether every line of a text is in another one, in the same order. */
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
