import { diffArrays } from 'diff';
import { readLines, writeLines, type Line } from './lines.ts';

/** A generated text and the user's version of it. */
interface Sides {
  readonly base: string;
  readonly yours: string;
}

/**
 * Writes the new names into every line that the user left unchanged, on both sides. Lines that the user wrote or
 * removed do not change. A merge with the newly generated text then differs only where the user edited.
 *
 * @param translate replaces the former names in source text
 */
export function renameUnedited({ base, yours }: Sides, translate: (text: string) => string): Sides {
  const [old, mine] = [readLines(base), readLines(yours)];
  const [before, after]: [Line[], Line[]] = [[], []];
  for (const { added, removed, value } of diffArrays([...old.texts], [...mine.texts])) {
    for (const text of value) {
      const written = added || removed ? text : translate(text);
      if (!added) before.push(lineAt(written, old.ends[before.length]));
      if (!removed) after.push(lineAt(written, mine.ends[after.length]));
    }
  }
  return { base: writeLines(before, old), yours: writeLines(after, mine) };
}

function lineAt(text: string, end: string | undefined): Line {
  return end === undefined || end === '' ? { text } : { text, end };
}
