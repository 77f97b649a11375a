import { posix } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as inside from '../../../sandbox/guest/path.ts';

const path = { ...inside };

const text = fc
  .array(fc.constantFrom('/', '.', '..', 'a', 'b.c', '.d', 'e.f.g', '//', ' '))
  .map((parts) => parts.join(''));

/** Functions with one string argument, which must return the same results as in Node. */
const unary = ['normalize', 'dirname', 'basename', 'extname', 'isAbsolute', 'parse'] as const;

describe('node:path in the sandbox behaves as in Node', () => {
  test.each(unary)('%s', (name) => {
    fc.assert(
      fc.property(text, (one) => {
        expect(path[name](one)).toEqual(posix[name](one));
      }),
      { numRuns: 2_000 },
    );
  });

  test('join', () => {
    fc.assert(
      fc.property(fc.array(text), (parts) => {
        expect(path.join(...parts)).toBe(posix.join(...parts));
      }),
      { numRuns: 2_000 },
    );
  });

  test('resolve and relative start at the project root', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(path.resolve(a, b)).toBe(posix.resolve('/project', a, b));
        const [from, to] = [posix.resolve('/project', a), posix.resolve('/project', b)];
        expect(path.relative(a, b)).toBe(posix.relative(from, to));
      }),
      { numRuns: 2_000 },
    );
  });

  test('basename with a suffix', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('.c', 'a', '.f.g', ''), (one, suffix) => {
        expect(path.basename(one, suffix)).toBe(posix.basename(one, suffix));
      }),
      { numRuns: 2_000 },
    );
  });

  test('format undoes parse', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(path.format(path.parse(one))).toBe(posix.format(posix.parse(one)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('throws for a value that is not a string', () => {
    expect(() => Reflect.apply(path.join, undefined, [1])).toThrow(TypeError);
  });
});
