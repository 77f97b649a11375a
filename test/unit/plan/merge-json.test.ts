import * as fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { Versions } from '../../../src/plan/diff3.ts';
import { mergeJson } from '../../../src/plan/merge-json.ts';
import { hasMarkers } from '../../../src/plan/merge-lines.ts';
import { mergedAs } from './texts.ts';

type Value = string | number | readonly string[] | Fields;
interface Fields {
  readonly [key: string]: Value;
}

const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'x/y', 'ü');
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom('1', '2', '3', '//', '/* no comment */'),
  fc.constantFrom(1, 2, 3),
  fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's'), { maxLength: 4 }),
);
const dictionary = (value: fc.Arbitrary<Value>): fc.Arbitrary<Fields> =>
  fc.array(fc.tuple(key, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));
const document = dictionary(fc.oneof({ weight: 2, arbitrary: scalar }, { weight: 1, arbitrary: dictionary(scalar) }));

/** Generates typical edits: mostly the base with some changed keys. */
const edited = (base: Fields): fc.Arbitrary<Fields> =>
  document.chain((other) =>
    fc.array(fc.constantFrom(...Object.keys(base), ...Object.keys(other), 'a'), { maxLength: 3 }).map((keys) => {
      const changed = new Map(Object.entries(base));
      for (const name of keys) {
        const value = Object.hasOwn(other, name) ? other[name] : undefined;
        if (value === undefined) changed.delete(name);
        else changed.set(name, value);
      }
      return Object.fromEntries(changed);
    }),
  );

const three = document.chain((base) =>
  fc.record({ base: fc.constant(base), yours: edited(base), theirs: edited(base) }),
);
const layout = fc.constantFrom<(value: Fields) => string>(
  (value) => `${JSON.stringify(value, null, 2)}\n`,
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 1).replaceAll(/\n */gu, ' '),
  (value) => JSON.stringify(value, null, 2).replaceAll(/,\n/gu, ', // mine\n').replace('{\n', '{\n  // first, mine\n'),
  (value) => JSON.stringify(value, null, 2).replace(/([^[{\n])\n\}$/u, '$1, /* last mine */\n}'),
  (value) => JSON.stringify(value, null, 2).replaceAll(/\n( *)"/gu, '\n$1/* mine\n  too */\n$1"'),
);
const generated = (value: Fields): string => `${JSON.stringify(value, null, 2)}\n`;

/** `parse` of the library treats `__proto__` as a prototype, so the keys are renamed before reading. */
const read = (text: string): unknown =>
  parse(text.replaceAll('"__proto__"', '"proto"'), [], { allowTrailingComma: true });
const comments = (text: string): number => text.match(/\/\/ (?:first, )?mine|\/\* (?:last )?mine/gu)?.length ?? 0;

const clash = Symbol('clash');

/** Returns the expected result of a merge by key; `clash` if both sides changed the value differently. */
function reference({ base, yours, theirs }: Versions<Value | undefined>): Value | undefined | typeof clash {
  const same = (one: Value | undefined, other: Value | undefined): boolean => canonical(one) === canonical(other);
  if (same(yours, theirs) || same(base, theirs)) return yours;
  if (same(base, yours)) return theirs;
  if (!isFields(yours) || !isFields(theirs)) return clash;
  const merged = new Map<string, Value>();
  const fields = isFields(base) ? base : {};
  for (const name of new Set([...Object.keys(yours), ...Object.keys(theirs)])) {
    const own = (of: Fields): Value | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);
    const value = reference({ base: own(fields), yours: own(yours), theirs: own(theirs) });
    if (value === clash) return clash;
    if (value !== undefined) merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
const isFields = (value: Value | undefined): value is Fields => typeof value === 'object' && !Array.isArray(value);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  ) ?? 'nothing';

const facts = (text: string): readonly string[] => text.split('\n').map((line) => line.replaceAll(/^\s+|,?\s*$/gu, ''));

describe('laws of merging JSON', () => {
  test('merges the same values in any layout and keeps comments', () => {
    const counts = { merged: 0, clash: 0, lists: 0 };
    fc.assert(
      fc.property(three, layout, ({ base, yours, theirs }, print) => {
        const texts = { base: generated(base), yours: print(yours), theirs: generated(theirs) };
        const result = mergeJson(texts);
        const expected = reference({ base, yours, theirs });
        const written = comments(texts.yours);
        const text = result?.kind === 'merged' ? result.text : undefined;
        counts[text === undefined ? 'clash' : expected === clash ? 'lists' : 'merged'] += 1;
        // Replacing a value that the user commented is also a conflict.
        const mayClash = expected === clash || written > 0;
        expect(result).toBeDefined();
        expect(text !== undefined || mayClash).toBe(true);
        expect(text === undefined ? written : comments(text)).toBe(written);
        // If only values conflict, lists are merged item by item.
        const isComparable = text !== undefined && expected !== clash;
        const wanted = isComparable ? canonical(read(generated(expected as Fields))) : '';
        expect(isComparable ? canonical(read(text)) : '').toBe(wanted);
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(counts.merged, counts.clash)).toBeGreaterThan(300);
    expect(counts.lists).toBeGreaterThan(0);
  });

  test.each([
    { base: ['p', 'r'], yours: ['q', 'r'], theirs: ['r', 'q'] },
    { base: ['p', 'r'], yours: ['r', 'q'], theirs: ['q', 'r'] },
    { base: ['a', 'b'], yours: ['q', 'a', 'b'], theirs: ['a', 'b', 'q'] },
  ])('adds an item once if both sides add it at any position: $yours and $theirs', ({ base, yours, theirs }) => {
    const result = mergeJson({
      base: generated({ list: base }),
      yours: generated({ list: yours }),
      theirs: generated({ list: theirs }),
    });
    expect(result).toEqual({ kind: 'merged', text: generated({ list: yours }) });
  });

  test('keeps a moved item if the other side removes an item at its new position', () => {
    const [base, moved, shorter] = [
      ['p', 'r', 's'],
      ['q', 'r', 'p'],
      ['p', 'r'],
    ].map((list) => generated({ list }));
    for (const [yours, theirs] of [
      [moved, shorter],
      [shorter, moved],
    ]) {
      expect(mergeJson({ base: base ?? '', yours: yours ?? '', theirs: theirs ?? '' })).toEqual({
        kind: 'merged',
        text: moved,
      });
    }
  });

  test('a second merge changes nothing, and swapped sides give an equal result', () => {
    fc.assert(
      fc.property(three, ({ base, yours, theirs }) => {
        const texts = { base: generated(base), yours: generated(yours), theirs: generated(theirs) };
        const result = mergeJson(texts);
        const swapped = mergeJson({ ...texts, yours: texts.theirs, theirs: texts.yours });
        expect(swapped?.kind).toBe(result?.kind);
        if (result?.kind !== 'merged' || swapped?.kind !== 'merged') return;
        expect(mergeJson({ base: texts.theirs, yours: result.text, theirs: texts.theirs })).toEqual(result);
        expect(sorted(read(swapped.text))).toBe(sorted(read(result.text)));
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps both sides of every conflict between markers', () => {
    fc.assert(
      fc.property(three, ({ base, yours, theirs }) => {
        const texts = { base: generated(base), yours: generated(yours), theirs: generated(theirs) };
        const merged = mergedAs('a.json', texts);
        expect(hasMarkers(merged.text)).toBe(merged.conflicts > 0);
        expect(() => JSON.parse(merged.conflicts === 0 ? merged.text : '{}') as unknown).not.toThrow();
        const lost = facts(texts.yours).filter(
          (line) =>
            /^".*": (?:"|\d)/u.test(line) && !facts(texts.base).includes(line) && !facts(merged.text).includes(line),
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Sorts list items, because their order is the order of the user, who changes if the sides are swapped. */
function sorted(value: unknown): string {
  return JSON.stringify(
    canonical(value)
      .match(/\["[^\]]*\]|[^[\]]+|[[\]]/gu)
      ?.map((part) => part.split('').sort().join('')),
  );
}

test.each([
  ['broken', '{'],
  ['a key twice', '{"a":1,"a":2}'],
  ['nested too deeply', '['.repeat(100_000)],
  ['no JSON at all', ''],
])('%s: not merged by key', (_, yours) => {
  expect(mergeJson({ base: '{}', yours, theirs: '{}' })).toBeUndefined();
});
