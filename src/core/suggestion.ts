import { distance } from 'fastest-levenshtein';

const maxWordLength = 64;

/** Returns the candidate nearest to a misspelt word: equal except for case, `-` and `_`, or a few letters away. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = editsTo(word, candidate);
    if (edits < (best?.edits ?? Infinity)) best = { candidate, edits };
  }
  return best?.candidate;
}

/**
 * Counts the different letters of a misspelt word and a candidate; `Infinity` if they differ too much. Two swapped
 * neighbours count as one letter.
 */
export function editsTo(word: string, candidate: string): number {
  if (word.length > maxWordLength) return Infinity;
  const [typed, known] = [fold(word), fold(candidate)];
  const edits = isSwapped(typed, known) ? 1 : distance(typed, known);
  return edits <= tolerated(candidate) ? edits : Infinity;
}

/** Returns `Did you mean "fields"?`, or the list of valid words. */
export function suggestionFor(word: string, candidates: Iterable<string>): string {
  const known = [...candidates];
  const meant = closest(word, known);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  return known.length === 0 ? 'Remove it.' : `Known here: ${known.join(', ')}.`;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Returns whether two words differ only in two neighbouring letters that are swapped. */
function isSwapped(word: string, candidate: string): boolean {
  if (word === candidate) return false;
  let at = 0;
  while (at < word.length && word[at] === candidate[at]) at += 1;
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`;
  return swapped === candidate;
}

function tolerated(candidate: string): number {
  return Math.max(1, Math.floor(candidate.length / 3));
}
