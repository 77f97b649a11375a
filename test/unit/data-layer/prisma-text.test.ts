import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberLiteral } from '../../../src/data-layer/prisma-text.ts';

test('a number keeps its value and has no exponent', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = numberLiteral(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value + 0);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['.5', '0.5'],
  ['5.', '5'],
  ['+1.50', '1.50'],
  ['-1.2e-3', '-0.0012'],
  ['1.25E3', '1250'],
  ['1.25e1', '12.5'],
  ['0.00', '0.00'],
  ['12345678901234567890.123', '12345678901234567890.123'],
  [1e21, '1000000000000000000000'],
])('%s is %s', (value, text) => {
  expect(numberLiteral(value)).toBe(text);
});
