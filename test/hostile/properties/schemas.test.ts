import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf } from '../../../src/data-layer/schema/tokens.ts';
import { codesOf } from '../../unit/validation/trial.ts';

const numRuns = 20_000;
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

/** Returns the schema text without comments and strings, with a simple reader. */
function bare(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\\n])*"/gu, '""').replaceAll(/\/\/[^\n]*/gu, '');
}

test('accepted schema text contains only models, enums and types, and no database code', () => {
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
  fc.assert(property, { numRuns });
  expect(sound).toBeGreaterThan(100);
});
