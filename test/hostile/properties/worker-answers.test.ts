/**
 * Property tests: arbitrary input for the readers between a plugin and the project. Each property of this folder runs
 * at least ten thousand times.
 */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits, SandboxError, sandboxErrorCodes } from '../../../sandbox/index.ts';
import { readReport } from '../../../sandbox/host/report.ts';
import type { RunReport } from '../../../sandbox/host/report.ts';
import { parseOperations } from '../../../sandbox/protocol/parse-operations.ts';

const numRuns = 10_000;
const files = new Map([['templates/a.md', new Uint8Array()]]);
const known: ReadonlySet<string> = new Set(sandboxErrorCodes);

/** Reads a worker's lines as a report or a sandbox error. Rethrows other errors. */
function readOf(lines: readonly string[]): RunReport | SandboxError {
  try {
    return readReport(lines, { limits: defaultLimits, wallMs: 1, files, layers: [] });
  } catch (error) {
    if (error instanceof SandboxError) return error;
    throw error;
  }
}

function checkRead(lines: readonly string[]): void {
  const read = readOf(lines);
  if (read instanceof SandboxError) {
    assert.ok(known.has(read.code) && read.message.length < 4_000);
    return;
  }
  // An accepted result has the shape of operations, checked by a second reader.
  assert.deepEqual(parseOperations(read.operations), read.operations);
  assert.ok(read.warnings.every((warning) => typeof warning === 'string'));
}

const done = JSON.stringify({ status: 'done', log: '', cost: { cpuMs: 1, memoryBytes: 1 } });

/** Values that look like operations in most of their keys. */
const kinds =
  'copyTemplates registerAPIRoutes registerAdminMenu registerPrismaSchema registerSettings registerProvider registerCSS guardModel registerSecurityPolicy registerMiddleware registerHooks registerJobs registerSlot extendEntity toString'.split(
    ' ',
  );
const keys =
  'kind files path content source routes handler methods access id label icon href children schema pluginId name import order variables __proto__ constructor'.split(
    ' ',
  );
const word = fc.constantFrom(
  'GET',
  'admin',
  '/a',
  'a/b.ts',
  '../x',
  '--a',
  'red',
  'string',
  'templates/a.md',
  '\ud800',
  '\u202e',
);
const leaf = fc.oneof(
  fc.constantFrom(...kinds),
  word,
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.constantFrom(null, true, -0, Infinity),
);
const almost = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('copyTemplates'),
    files: fc.array(fc.record({ path: word, content: fc.string({ maxLength: 5 }) }), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('registerCSS'),
    variables: fc.dictionary(fc.constantFrom('--a', '--b', 'c'), word, { maxKeys: 2 }),
  }),
  fc.record({ kind: fc.constant('registerPrismaSchema'), schema: fc.string({ maxLength: 9 }) }),
  almost,
);
const result = fc.record({
  operations: fc.array(operation, { maxLength: 3 }),
  warnings: fc.constantFrom([], ['x'], [1]),
});

describe('the output of a worker is read as a report or one sandbox error', () => {
  test('for any lines', () => {
    const property = fc.property(
      fc.array(fc.oneof(fc.string(), fc.json({ maxDepth: 3 })), { maxLength: 4 }),
      checkRead,
    );
    expect(() => fc.assert(property, { numRuns })).not.toThrow();
  });

  test('for any result after a sound answer', () => {
    let believed = 0;
    const property = fc.property(result, (value) => {
      const lines = [done, JSON.stringify(value)];
      checkRead(lines);
      if (!(readOf(lines) instanceof SandboxError)) believed += 1;
    });
    fc.assert(property, { numRuns });
    // Otherwise the property would not test accepted results.
    expect(believed).toBeGreaterThan(numRuns / 100);
  });

  test('for any answer before a sound result', () => {
    const answer = fc.record(
      { status: fc.constantFrom('done', 'failed', 'x'), log: leaf, cost: almost, failure: almost },
      { requiredKeys: ['status'] },
    );
    const property = fc.property(answer, (value) =>
      checkRead([JSON.stringify(value), '{"operations":[],"warnings":[]}']),
    );
    expect(() => fc.assert(property, { numRuns })).not.toThrow();
  });

  test('for a sound result with one character changed', () => {
    const text = JSON.stringify({
      operations: [{ kind: 'copyTemplates', files: [{ path: 'a.md', source: 'templates/a.md' }] }],
      warnings: [],
    });
    const property = fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 2 }), (at, put) =>
      checkRead([done, text.slice(0, at) + put + text.slice(at + 1)]),
    );
    expect(() => fc.assert(property, { numRuns })).not.toThrow();
  });
});
