import * as fc from 'fast-check';
import type { Versions } from '../../../src/plan/diff3.ts';
import { mergeContent } from '../../../src/plan/merge-content.ts';
import type { MergedText } from '../../../src/plan/merge-lines.ts';

/** Lines that repeat as in typical code. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', '}', '  return;', '});', 'import x from "x";', '// note') },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 30 }).map((number) => `line ${String(number)};`) },
);

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly add: readonly string[];
}

const edits = (name: string): fc.Arbitrary<readonly Edit[]> =>
  fc.array(
    fc.record({
      at: fc.nat({ max: 40 }),
      remove: fc.nat({ max: 3 }),
      add: fc.array(
        fc.oneof(
          line,
          fc.nat({ max: 9 }).map((number) => `${name} ${String(number)};`),
        ),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 5 },
  );

function edited(lines: readonly string[], changes: readonly Edit[]): readonly string[] {
  const result = [...lines];
  for (const { at, remove, add } of changes) result.splice(at % (result.length + 1), remove, ...add);
  return result;
}

/** Generates three versions: a base and two edits of it. */
export const threeTexts: fc.Arbitrary<Versions<string>> = fc
  .record({ base: fc.array(line, { maxLength: 30 }), yours: edits('mine'), theirs: edits('theirs') })
  .map(({ base, yours, theirs }) => ({
    base: textOf(base),
    yours: textOf(edited(base, yours)),
    theirs: textOf(edited(base, theirs)),
  }));

export function textOf(lines: readonly string[]): string {
  return lines.map((text) => `${text}\n`).join('');
}

function plain(text: string): readonly string[] {
  return text.split(/\r?\n/u).map((part) => part.replaceAll(/\s/gu, ''));
}

/** Returns lines of the user that are missing in a result. Ignores white space and repetitions. */
export function lostLines(
  { base, yours }: Pick<Versions<string>, 'base' | 'yours'>,
  result: string,
): readonly string[] {
  const [known, there] = [new Set(plain(base)), new Set(plain(result))];
  return plain(yours).filter((part) => !known.has(part) && !there.has(part));
}

const parts = (text: string): readonly string[] => text.match(/"[^"\n]*"|\/\/.*|[^\s,{}[\]"]+/gu) ?? [];

/** Returns strings, words and punctuation of the user that are missing in a result, for merges below line level. */
export function lostParts(
  { base, yours }: Pick<Versions<string>, 'base' | 'yours'>,
  result: string,
): readonly string[] {
  const [known, there] = [new Set(parts(base)), new Set(parts(result))];
  return parts(yours).filter((part) => !known.has(part) && !there.has(part));
}

/** Merges three versions as a file of the core. */
export function mergedAs(path: string, { base, yours, theirs }: Versions<string>): MergedText {
  const bytes = { base: Buffer.from(base), yours: Buffer.from(yours), theirs: Buffer.from(theirs) };
  return mergeContent({ path, owner: 'core', merge: 'structure', ...bytes }) ?? { text: '', conflicts: -1 };
}
