import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Versions } from '../../../src/plan/diff3.ts';
import { hasMarkers, mergeLines, type MergedText } from '../../../src/plan/merge-lines.ts';
import { lostLines, textOf, threeTexts } from './texts.ts';

const merge = (versions: Versions<string>, kind: 'code' | 'text' = 'text'): MergedText =>
  mergeLines(versions, { kind, theirs: 'genlock core' });

describe('laws of merging lines', () => {
  test('keeps every line of the user and adds markers only for conflicts', () => {
    fc.assert(
      fc.property(threeTexts, fc.constantFrom('code', 'text'), (versions, kind) => {
        const { text, conflicts } = merge(versions, kind);
        expect(lostLines(versions, text)).toEqual([]);
        expect(hasMarkers(text)).toBe(conflicts > 0);
      }),
      { numRuns: 5000 },
    );
  });

  test('an unchanged side leaves the other side unchanged', () => {
    fc.assert(
      fc.property(threeTexts, ({ base, yours }) => {
        expect(merge({ base, yours: base, theirs: yours })).toEqual({ text: yours, conflicts: 0 });
        expect(merge({ base, yours, theirs: base })).toEqual({ text: yours, conflicts: 0 });
        expect(merge({ base, yours, theirs: yours })).toEqual({ text: yours, conflicts: 0 });
      }),
      { numRuns: 3000 },
    );
  });

  test('swapped sides give an equal result', () => {
    fc.assert(
      fc.property(threeTexts, ({ base, yours, theirs }) => {
        const [one, other] = [merge({ base, yours, theirs }), merge({ base, yours: theirs, theirs: yours })];
        expect(other.conflicts).toBe(one.conflicts);
        const content = ({ text }: MergedText): string => (one.conflicts === 0 ? text.replaceAll(/\s/gu, '') : '');
        expect(content(other)).toBe(content(one));
      }),
      { numRuns: 3000 },
    );
  });

  test('merging the result again changes nothing', () => {
    fc.assert(
      fc.property(threeTexts, ({ base, yours, theirs }) => {
        const { text, conflicts } = merge({ base, yours, theirs });
        fc.pre(conflicts === 0);
        expect(merge({ base: theirs, yours: text, theirs })).toEqual({ text, conflicts: 0 });
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps the user’s line endings, byte order mark and missing last line ending', () => {
    const form = fc.record({ crlf: fc.boolean(), mark: fc.boolean(), open: fc.boolean() });
    fc.assert(
      fc.property(threeTexts, form, (versions, { crlf, mark, open }) => {
        fc.pre(versions.yours.split('\n').length > 3 && !versions.yours.endsWith('\n\n'));
        const shape = (text: string): string => {
          const ended = open ? text.replace(/\n$/u, '') : text;
          return (mark ? '\uFEFF' : '') + (crlf ? ended.replaceAll('\n', '\r\n') : ended);
        };
        const plain = merge(versions);
        fc.pre(plain.text !== '' && plain.text !== '\n');
        const shaped = merge({ ...versions, yours: shape(versions.yours) });
        expect(shaped).toEqual({ text: shape(plain.text), conflicts: plain.conflicts });
      }),
      { numRuns: 3000 },
    );
  });
});

const numbered = (name: string, count: number): string =>
  textOf(Array.from({ length: count }, (_, index) => (index % 3 === 0 ? `${name} ${String(index)}` : '}')));

/** Merges two lines that both sides changed, with the given unchanged lines between them. */
function between(...lines: readonly string[]): MergedText {
  const text = (name: string): string => textOf([`${name} 1`, ...lines, `${name} 2`]);
  return merge({ base: text('old'), yours: text('mine'), theirs: text('new') });
}

describe('typical edits', () => {
  test('puts both sides between markers with their names', () => {
    const { text, conflicts } = merge({ base: 'a\nb\n', yours: 'a\nmine\n', theirs: 'a\nnew\n' });
    expect(conflicts).toBe(1);
    expect(text).toBe('a\n<<<<<<< yours\nmine\n||||||| as generated before\nb\n=======\nnew\n>>>>>>> genlock core\n');
  });

  test('joins conflicts with up to three lines or only punctuation between them, and keeps others apart', () => {
    expect(between('a', 'b', 'c').conflicts).toBe(1);
    expect(between('}', '', '});', '', '}').conflicts).toBe(1);
    expect(between('a', 'b', 'c', 'd').conflicts).toBe(2);
    expect(between('a').text.match(/^a$/gmu)).toHaveLength(3);
  });

  test('keeps a change of one side between two conflicts outside of them', () => {
    const base = textOf(['old 1', 'a', 'b', 'c', 'old 2']);
    const theirs = textOf(['new 1', 'a', 'changed', 'c', 'new 2']);
    const { text, conflicts } = merge({ base, yours: base.replaceAll('old', 'mine'), theirs });
    expect([conflicts, text.match(/^changed$/gmu)]).toEqual([2, ['changed']]);
  });

  test.each([
    ['code rewrapped by the user', ['f(a, b);'], ['f(', '  a,', '  b,', ');'], ['f(a, b, c);'], ['f(a, b, c);']],
    ['code rewrapped by Genlock', ['f(a, b);'], ['f(a, mine);'], ['f(', '  a,', '  b,', ');'], ['f(a, mine);']],
    ['quotes of another kind', ["f('a', b);"], ['f("a", b);'], ["f('a', c);"], ["f('a', c);"]],
    ['code indented by the user', ['a();', 'b();'], ['  a();', '  b();'], ['a();', 'c();'], ['  a();', 'c();']],
  ])('%s', (...[, base, yours, theirs, expected]) => {
    const versions = { base: textOf(base), yours: textOf(yours), theirs: textOf(theirs) };
    expect(merge(versions, 'code')).toEqual({ text: textOf(expected), conflicts: 0 });
  });

  test.each([
    ['white space in a string', `a = 'x y';`, `a = 'x  y';`, `a = 'x z';`],
    ['a line that became a comment', 'x\na()', '// x a()', 'x\nb()'],
    ['quotes between tags', "<p>'a' b</p>", '<p>"a" b</p>', "<p>'a' c</p>"],
    ['a template string', 'a = `x\n  y`;', 'a = `x\n y`;', 'a = `x\n  z`;'],
  ])('treats %s as content', (...[, base, yours, theirs]) => {
    expect(merge({ base, yours, theirs }, 'code').conflicts).toBe(1);
  });

  test('treats indentation in text as content', () => {
    expect(merge({ base: 'a:\n  b: 1\n', yours: 'a:\nb: 1\n', theirs: 'a:\n  b: 2\n' }).conflicts).toBe(1);
  });

  test('merges 2,000 lines that mostly repeat, and 5,000 lines that all changed', () => {
    const base = numbered('line', 2000);
    const yours = base.replace('line 300\n', 'mine\n');
    const theirs = base.replace('line 1500\n', 'theirs\n');
    expect(merge({ base, yours, theirs })).toEqual({ text: yours.replace('line 1500\n', 'theirs\n'), conflicts: 0 });
    const rewritten = merge({ base: numbered('a', 5000), yours: numbered('b', 5000), theirs: numbered('c', 5000) });
    expect(rewritten.conflicts).toBeGreaterThan(0);
  });
});
