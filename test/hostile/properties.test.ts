/**
 * What no list of payloads reaches: arbitrary input for the readers that stand between a plugin and the project. Each
 * property runs at least ten thousand times.
 */
import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits, isCssValue, isRelativePath, SandboxError, sandboxErrorCodes } from '../../sandbox/index.ts';
import { readReport } from '../../sandbox/host/report.ts';
import type { RunReport } from '../../sandbox/host/report.ts';
import { shapedOperations } from '../../sandbox/protocol/shaped.ts';
import { tokensOf } from '../../src/data-layer/schema/tokens.ts';
import { parse } from 'postcss';
import { codesOf } from '../unit/judge/trial.ts';

const numRuns = 10_000;
const files = new Map([['templates/a.md', new Uint8Array()]]);
const known: ReadonlySet<string> = new Set(sandboxErrorCodes);

/** What a worker's lines are read as: a report, or the error of the sandbox. Anything else is thrown on. */
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
  // What is believed has the shape of operations, in a reading of its own.
  assert.deepEqual(shapedOperations(read.operations), read.operations);
  assert.ok(read.warnings.every((warning) => typeof warning === 'string'));
}

const done = JSON.stringify({ status: 'done', log: '', cost: { cpuMs: 1, memoryBytes: 1 } });

/** Values that look like operations in most of their keys. */
const kinds =
  'copyTemplates registerAPIRoutes registerAdminMenu registerPrismaSchema registerSettings registerProvider registerCSS toString'.split(
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

describe('what a worker says is a report or one error of the sandbox', () => {
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
    // Otherwise the property would say nothing of what is believed.
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

const piece = fc.constantFrom(
  '..',
  '.',
  '',
  'a',
  'b.ts',
  'CON',
  'aux.ts',
  '.git',
  '.GIT',
  'GIT~1',
  '.env',
  'package.json',
  'node_modules',
  'prisma',
  'server',
  'generated',
  'C:',
  '~',
  'a\\b',
  '\u0000',
  '\u202e',
  '\u200c',
  'é',
  'e\u0301',
  'ﬁ',
  ' a',
  'a.',
  '\ud800',
  '：',
  '．．',
  '／',
);
const path = fc.oneof(
  fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join('/')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** Where a free path may never lie, however a file system folds it. */
const reserved =
  /(?:^|\/)(?:\.git|\.env|node_modules)(?:\/|$)|(?:^|\/)package\.json$|^(?:dist|prisma|server\/generated|client\/generated)\//u;

test('a path that is let through lies in the project, on every file system, and where nobody else writes', () => {
  let free = 0;
  const property = fc.property(path, (given) => {
    const isShaped = isRelativePath(given);
    const codes = codesOf([{ kind: 'copyTemplates', files: [{ path: given, content: '' }] }]);
    if (!isShaped || codes.length > 0) return;
    free += 1;
    expect(posix.normalize(given)).toBe(given);
    expect(posix.resolve('/project', given)).toBe(`/project/${given}`);
    expect(win32.resolve('C:\\project', given)).toBe(`C:\\project\\${given.replaceAll('/', '\\')}`);
    for (const form of ['NFC', 'NFD', 'NFKC'] as const) {
      const seen = given.normalize(form).toLowerCase();
      expect(seen).not.toMatch(reserved);
      expect(posix.resolve('/project', seen).startsWith('/project/')).toBe(true);
    }
  });
  fc.assert(property, { numRuns: 2 * numRuns });
  expect(free).toBeGreaterThan(100);
});

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
  fc.assert(property, { numRuns: 2 * numRuns });
  expect(sound).toBeGreaterThan(100);
});

const schemaPiece = fc.constantFrom(
  'model',
  'enum',
  'type',
  'generator',
  'datasource',
  'view',
  ' A ',
  ' B ',
  '{',
  '}',
  '\n',
  '\n  ',
  'id',
  ' String',
  ' Int?',
  '[]',
  ' @id',
  ' @unique',
  ' @default(',
  'now()',
  'dbgenerated("x")',
  ')',
  ' @map("a")',
  '@@map("b")',
  '@@index([id])',
  '"',
  '\\"',
  '//',
  '///',
  '/*',
  '*/',
  '\r',
  '\r\n',
  '\u2028',
  '\u202e',
  'Unsupported("x")',
  'provider = "x"',
  ',',
  '(',
  '[',
  ']',
  ':',
  '.',
  '=',
);
const whole = fc
  .array(
    fc.constantFrom(
      '  a String',
      '  a String @map("b")',
      '  a DateTime @default(now())',
      '  a Unsupported("x")',
      '  a String @default(dbgenerated("x"))',
      '  @@map("c")',
      '  @@schema("d")',
      '} generator x {',
      '// c',
      '/// d',
      '  a B @relation(fields: [a], references: [b])',
    ),
    { maxLength: 4 },
  )
  .map((lines) => `model A {\n  id String @id\n${lines.join('\n')}\n}\n`);
const schema = fc.oneof(
  fc.array(schemaPiece, { maxLength: 16 }).map((parts) => parts.join('')),
  whole,
  fc.tuple(whole, fc.nat(60), schemaPiece).map(([text, at, put]) => text.slice(0, at) + put + text.slice(at)),
);

/** What stands in schema text beside comments and quotes, read in the plainest way. */
function bare(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\\n])*"/gu, '""').replaceAll(/\/\/[^\n]*/gu, '');
}

test('schema text that is let through holds models, enums and types, and no code of the database', () => {
  let sound = 0;
  const property = fc.property(schema, (text) => {
    const codes = codesOf([{ kind: 'registerPrismaSchema', schema: text }]);
    if (codes.length > 0) {
      assert.ok(codes.every((code) => code.startsWith('JUDGE_SCHEMA_')));
      return;
    }
    sound += 1;
    expect('line' in tokensOf(text)).toBe(false);
    const left = bare(text.replaceAll('\r\n', '\n'));
    expect(left).not.toMatch(
      /\b(?:generator|datasource|view)\s+\w+\s*\{|dbgenerated|Unsupported|@@schema|[\r\u2028\u202e]|\/\*/u,
    );
    expect(left.split('{')).toHaveLength(left.split('}').length);
  });
  fc.assert(property, { numRuns: 2 * numRuns });
  expect(sound).toBeGreaterThan(100);
});
