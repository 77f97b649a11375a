import * as fc from 'fast-check';
import { parse } from 'postcss';
import { expect, test } from 'vitest';
import { isCssValue } from '../../../sandbox/index.ts';

const numRuns = 20_000;
const cssPiece = fc.constantFrom(
  'red',
  '#fff',
  '1rem',
  '50%',
  ' ',
  ',',
  '/',
  '*',
  '-',
  '+',
  '(',
  ')',
  'var(',
  'calc(',
  'rgb(',
  'url(',
  'expression(',
  '--a',
  ';',
  '}',
  '{',
  '"a"',
  "'",
  '"',
  '\\',
  '/*',
  '*/',
  '<',
  '>',
  '@import',
  '!important',
  '\n',
  '\u0000',
  ':',
  'URL(',
  'é',
);
const cssValue = fc
  .array(fc.oneof({ weight: 5, arbitrary: cssPiece }, { weight: 1, arbitrary: fc.string({ maxLength: 3 }) }), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

test('a value of the grammar is one declaration of a style sheet, and loads nothing', () => {
  let sound = 0;
  const property = fc.property(cssValue, (value) => {
    if (!isCssValue(value)) return;
    sound += 1;
    const sheet = parse(`:root {\n  --a: ${value};\n}\n`);
    const [rule] = sheet.nodes;
    expect(sheet.nodes).toHaveLength(1);
    expect(rule?.type === 'rule' ? rule.nodes.map(({ type }) => type) : []).toEqual(['decl']);
    const [first] = rule?.type === 'rule' ? rule.nodes : [];
    expect(first?.type === 'decl' && first.value.trim()).toBe(value.trim());
    expect(value).not.toMatch(/url\(|expression\(|image|[\\<>{}@;!]|\/\*/iu);
  });
  fc.assert(property, { numRuns });
  expect(sound).toBeGreaterThan(100);
});
