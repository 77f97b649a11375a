import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeContent } from '../../../src/plan/merge-content.ts';
import { renameUnedited } from '../../../src/plan/renamed-content.ts';
import { hasMarkers } from '../../../src/plan/merge-lines.ts';
import { lostLines, textOf, threeTexts } from './texts.ts';

/** Renames `line` in generated source text, as a renamed entity does. */
const translate = (text: string): string => text.replaceAll('line', 'row');

function merge(texts: Readonly<Record<'base' | 'yours' | 'theirs', string>>) {
  const { base, yours, theirs } = texts;
  const merged = mergeContent({
    path: 'a.ts',
    owner: 'core',
    merge: 'structure',
    base: Buffer.from(base),
    yours: Buffer.from(yours),
    theirs: Buffer.from(theirs),
    translate,
  });
  if (merged === undefined) throw new Error('not merged');
  return merged;
}

test('each line of the user is in the result or between markers', () => {
  fc.assert(
    fc.property(threeTexts, ({ base, yours, theirs }) => {
      const { text, conflicts } = merge({ base, yours, theirs: translate(theirs) });
      expect(lostLines({ base, yours }, text)).toEqual([]);
      expect(hasMarkers(text)).toBe(conflicts > 0);
    }),
    { numRuns: 3000 },
  );
});

test('lines that the user only added never conflict with the new names', () => {
  const added = fc.array(
    fc.record({ at: fc.nat({ max: 40 }), text: fc.nat().map((number) => `mine ${String(number)};`) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(threeTexts, added, ({ base }, additions) => {
      const lines = base.split('\n').slice(0, -1);
      for (const { at, text } of additions) lines.splice(at % (lines.length + 1), 0, text);
      const { text, conflicts } = merge({ base, yours: textOf(lines), theirs: translate(base) });
      expect([conflicts, text]).toEqual([0, translate(textOf(lines))]);
    }),
    { numRuns: 2000 },
  );
});

test('a line that both the user and the rename change is a conflict', () => {
  const texts = { base: 'a\nline 1;\nb\n', yours: 'a\nline 1; // mine\nb\n', theirs: 'a\nrow 1;\nb\n' };
  const { text, conflicts } = merge(texts);
  expect(conflicts).toBe(1);
  expect(text).toContain('line 1; // mine');
  expect(text).toContain('row 1;');
});

test('keeps line ends, the byte order mark and an unterminated last line', () => {
  const sides = renameUnedited({ base: 'line 1;\nb\n', yours: '\uFEFFline 1;\r\nmine\r\nb' }, translate);
  expect(sides).toEqual({ base: 'row 1;\nb\n', yours: '\uFEFFrow 1;\r\nmine\r\nb' });
});
