import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { codesOf, unvalidatedText } from './trial.ts';

const css = (name: string, value: string): readonly Operation[] => [
  { kind: 'registerCSS', variables: { [name]: value } },
];
const rendered = (operations: readonly Operation[]) => unvalidatedText('client/generated/theme.css', operations);

describe('a CSS variable', () => {
  test.each([
    'red;} body{display:none',
    'url(https://evil.example)',
    'URL("x")',
    'calc(URL("x"))',
    'calc(--aattr("x"))',
    'calc(1url("x"))',
    'expression(1)',
    '\\3b',
    '</style>',
    '@import "x"',
    'var(--a',
    '/* x',
    'image-set("x")',
  ])('cannot have the value %s', (value) => {
    expect(codesOf(css('--brand', value))).toEqual(['JUDGE_CSS_VALUE']);
    expect(rendered(css('--brand', value))).toContain(value);
  });

  test.each(['--a;b', 'color', '--a b', '--{', '--'])('cannot have the name %s', (name) => {
    expect(codesOf(css(name, 'red'))).toEqual(['JUDGE_CSS_NAME']);
    expect(rendered(css(name, 'red'))).toContain(name);
  });

  test.each(['222.2 84% 4.9%', '#fff', 'calc(1rem + var(--gap))', 'oklch(0.7 0.1 200)', '"Inter", sans-serif'])(
    'can have the value %s',
    (value) => {
      expect(codesOf(css('--brand', value))).toEqual([]);
    },
  );
});

const piece = fc.constantFrom(
  'red',
  '#fff',
  '1rem',
  '50%',
  'calc(',
  'var(',
  '--a',
  'rgb(',
  'url(',
  'URL(',
  'image(',
  'attr(',
  'env(',
  'expression(',
  ')',
  '(',
  ' ',
  ',',
  '/',
  '*',
  '+',
  '-',
  ';',
  '{',
  '}',
  '<',
  '>',
  '\\',
  '@',
  '!',
  '"',
  "'",
  '\n',
  '\0',
  '"Inter"',
  'x',
  '0',
);

test('an accepted value cannot end the declaration, contain escapes or load a resource', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const value = pieces.join('');
      if (codesOf(css('--brand', value)).length > 0) return;
      accepted += 1;
      expect(value).not.toMatch(/[;{}<>\\@!\n\0]|\/\*|(?:url|image|attr|env|expression)\(/iu);
      expect(value.split('(')).toHaveLength(value.split(')').length);
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(500);
});
