import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../../src/config/config.ts';
import { print } from '../../../src/render/code.ts';
import { patternSample, sampleText } from '../../../src/render/server/pattern-sample.ts';
import { regexLiteral, wholeOf } from '../../../src/render/server/patterns.ts';
import { sampleValue } from '../../../src/render/server/sample-values.ts';

/** Returns the samples for the first hundred records. */
function texts(pattern: string, limits: { readonly min?: number; readonly max?: number } = {}): readonly string[] {
  const sample = patternSample(pattern, limits);
  return sample === undefined ? [] : Array.from({ length: 100 }, (_, index) => sampleText(sample, index + 1));
}

describe('a sample of a pattern', () => {
  test.each([
    String.raw`[A-Z]{3}-\d{4}`,
    String.raw`^[a-z0-9-]+$`,
    String.raw`[^@\s]+@[^@\s]+\.[a-z]{2,}`,
    String.raw`\+?[0-9 ]{7,15}`,
    String.raw`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`,
    String.raw`(https?)://[\w.-]+`,
    String.raw`[A-Z]{2}`,
  ])('%s matches the pattern and is different for every record', (pattern) => {
    const found = texts(pattern);
    const whole = new RegExp(wholeOf(pattern), 'u');
    expect(found.every((text) => whole.test(text))).toBe(true);
    expect(new Set(found).size).toBe(100);
  });

  test('has an allowed length', () => {
    expect(texts('[a-z]+', { min: 5, max: 6 }).map(({ length }) => length)).toEqual(
      Array.from({ length: 100 }, () => 5),
    );
    expect(texts('[a-z]{3}', { min: 5 })).toEqual([]);
  });

  test('is constant if the pattern has no part for a counter', () => {
    expect(new Set(texts('(yes|no)'))).toEqual(new Set(['yes']));
  });

  test.each([String.raw`(?=a)b`, String.raw`(\w)\1`])(
    '%s has no sample, because it uses lookaround or backreferences',
    (pattern) => {
      expect(texts(pattern)).toEqual([]);
    },
  );
});

describe('a pattern', () => {
  test.each([
    ['[A-Z]+', '/^[A-Z]+$/u'],
    ['^a$', '/^a$/u'],
    ['a|b', '/^(?:a|b)$/u'],
    ['a/b', String.raw`/^a\/b$/u`],
    [String.raw`[\w\-]+`, String.raw`new RegExp('^[\\w\\-]+$', 'u')`],
    [String.raw`a\$`, String.raw`/^a\$$/u`],
  ])('%s is checked by %s', (pattern, literal) => {
    expect(regexLiteral(pattern).options).toEqual([literal]);
  });
});

/** Evaluates the generated expression for a field with these rules. */
function evaluate(rules: Partial<Field>, count: number): unknown {
  const plain = { name: 'size', label: 'Size', type: 'Int', required: true, unique: false } as const;
  return runInNewContext(print(sampleValue({ ...plain, ...rules })), { count });
}

describe('a sample of an e-mail address', () => {
  test.each(['[^@]+@[^@]+', String.raw`\S+@\S+\.\S+`, '.*'])('has a real domain for the pattern %s', (pattern) => {
    const rules = { name: 'email', type: 'String', pattern } as const;
    expect([evaluate(rules, 1), evaluate(rules, 300)]).toEqual(['user1@example.com', 'user300@example.com']);
  });

  test('keeps the pattern and the bounds', () => {
    const rules = { name: 'email', type: 'String', pattern: '[a-z]+@[a-z]+' } as const;
    expect(evaluate({ ...rules, pattern: '[a-z0-9]+@example.org' }, 17)).toMatch(/^[a-z0-9]+@example.org$/);
    expect(evaluate({ ...rules, pattern: '[^@]+@[^@]+', max: 10 }, 17)).toMatch(/^[^@]{1,4}@[^@]{1,5}$/);
  });
});

describe('a sample value', () => {
  test.each([
    { type: 'Int', min: 1, max: 5 },
    { type: 'Int', min: -7, max: -3 },
    { type: 'Int', min: 1_000 },
    { type: 'Int', max: -1 },
    { type: 'Int', min: 3, max: 3 },
    { type: 'BigInt', min: '9007199254740993' },
    { type: 'BigInt', min: 0, max: 9 },
    { type: 'Float', min: 0, max: 1 },
    { type: 'Float', min: 2.5 },
    { type: 'Float', max: -1.5 },
    { type: 'Decimal', min: '0.01', max: '0.02' },
    { type: 'Decimal', min: 0, max: 100 },
    { type: 'Decimal', max: '-0.5' },
  ] as const)('%o is within its limits', (rules) => {
    for (const count of [1, 2, 50, 300]) {
      const value = Number(evaluate(rules, count));
      expect(value).toBeGreaterThanOrEqual(Number('min' in rules ? rules.min : -Infinity));
      expect(value).toBeLessThanOrEqual(Number('max' in rules ? rules.max : Infinity));
    }
  });

  test.each([{ max: 3 }, { min: 2, max: 2 }, { min: 30, max: 40 }, { min: 1, max: 6 }])(
    'a string has a valid length: %o',
    (rules) => {
      for (const count of [1, 2, 50, 99]) {
        const { length } = String(evaluate({ type: 'String', ...rules }, count));
        expect(length).toBeGreaterThanOrEqual(rules.min ?? 0);
        expect(length).toBeLessThanOrEqual(rules.max);
      }
    },
  );
});
