import { createContext, Script } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesSetting, mostPatterns, settingPatternFaults } from '../../../src/plugin/setting-pattern.ts';
import { codesOf } from './problems.ts';
import { readManifest } from '../../../src/plugin/manifest.ts';

const faultOf = (pattern: string) => settingPatternFaults([pattern]).get(pattern);

const context: { expression?: RegExp; text?: string } = createContext({});
const matching = new Script('expression.test(text)');

/** Returns the result of the JavaScript expression, or undefined if it needs more time. */
function nativeResult(pattern: string, text: string, timeout: number): boolean | undefined {
  Object.assign(context, { expression: new RegExp(`^(?:${pattern})$`, 'u'), text });
  try {
    return matching.runInContext(context, { timeout });
  } catch {
    return undefined;
  }
}

/** Reads a manifest with settings of one pattern and one default. */
function reading(count: number, value: string): () => unknown {
  const schema = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`s${at}`, { type: 'string', pattern: 'a*a*', default: value }]),
  );
  return () => readManifest(JSON.stringify({ name: 'a', version: '1.0.0', settings: { schema } }), { file: '' });
}

describe('patterns that keep a process busy', () => {
  const text = 'a'.repeat(1000);

  test.each([
    ['many repetitions', 'a*'.repeat(20) + 'b'],
    ['repetitions of a class', '[ab]*[a-c]*'.repeat(10) + 'd'],
    ['optional letters', 'a?'.repeat(60) + 'a{60}b'],
    ['counted repetitions', 'a{0,19}'.repeat(20) + 'b'],
  ])('%s: JavaScript does not end, RE2 does', (_, pattern) => {
    expect(faultOf(pattern)).toBeUndefined();
    expect(nativeResult(pattern, text, 200)).toBeUndefined();
    expect(matchesSetting(pattern, text)).toBe(false);
    expect(matchesSetting(pattern, 'a'.repeat(60) + pattern.slice(-1))).toBe(true);
  });

  test.each([
    ['a nested repetition', '(a+)+b'],
    ['an analysis that does not end', `${'('.repeat(60)}a${')*'.repeat(60)}`],
    ['too many instructions', '(?:\\p{L}?){1000}'.repeat(3)],
    ['lookahead', '(?=a*)a*'],
    ['a backreference', '(a*)\\1b'],
    ['nested counts', '(?:a{1,1000}){1,1000}'],
  ])('%s is refused', (_, pattern) => {
    expect(faultOf(pattern)).toEqual(expect.any(String));
  });

  test('a manifest has a limited number of patterns, and a limited length of their defaults', () => {
    expect(reading(mostPatterns, 'a'.repeat(1000))).not.toThrow();
    expect(codesOf(reading(1, 'a'.repeat(1001)))).toEqual(['PLUGIN_SETTING_DEFAULT_INVALID']);
    expect(codesOf(reading(mostPatterns + 1, 'a'))).toEqual(['PLUGIN_SETTING_VALIDATION_INVALID']);
  });
});

const atoms = [
  'a',
  'b',
  '.',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[\\s\\S]',
  '[^\\s]',
  '\\w',
  '\\d',
  '\\n',
  '\\u{e9}',
  '[.]',
  '\\.',
];
const expression = fc.letrec<{ all: string; piece: string }>((tie) => ({
  piece: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(...atoms),
        tie('all').map((inner) => `(?:${inner})`),
      ),
      fc.constantFrom('', '*', '+', '?', '{2}', '*?'),
    )
    .map(([atom, count]) => atom + count),
  all: fc
    .array(tie('piece'), { minLength: 1, maxLength: 3 })
    .chain((pieces) => fc.constantFrom('', '|').map((between) => pieces.join(between))),
})).all;
const letters = fc.array(
  fc.constantFrom('a', 'b', 'é', '.', ' ', '\n', '\r', '\u00a0', '\u2028', '\ufeff', '\v', '1', '😀'),
  { maxLength: 8 },
);

test('RE2 and JavaScript match the same strings', () => {
  let matched = 0;
  fc.assert(
    fc.property(expression, letters, (pattern, parts) => {
      const text = parts.join('');
      const expected = nativeResult(pattern, text, 1000);
      fc.pre(expected !== undefined);
      if (expected) matched += 1;
      expect([pattern, text, matchesSetting(pattern, text)]).toEqual([pattern, text, expected]);
    }),
    { numRuns: 500 },
  );
  expect(matched).toBeGreaterThan(50);
});
