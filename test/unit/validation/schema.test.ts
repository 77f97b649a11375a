import prisma from '@prisma/prisma-schema-wasm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaBlocks, type Operation } from '../../../sandbox/index.ts';
import type { DatabaseKind } from '../../../src/config/config.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { codesOf, validated, unvalidated, unvalidatedText } from './trial.ts';

const schemaOf = (schema: string): readonly Operation[] => [{ kind: 'registerPrismaSchema', schema }];
const codes = (schema: string, database: DatabaseKind = 'file') => codesOf(schemaOf(schema), { database });
/** Uses the kind of database that supports lists and all other features. */
const written = (schema: string) =>
  unvalidatedText('prisma/schema/stock.prisma', schemaOf(schema), { database: 'relational' });

/** Returns a model with the given line. */
const withLine = (line: string) => `model Item {\n  id String @id\n${line}\n}\n`;

describe('schema text that is refused, and written without validation', () => {
  test.each([
    [
      'a generator beside a model',
      'model A {\n id String @id\n} generator x {\n provider = "./evil.sh"\n}',
      'JUDGE_SCHEMA_BLOCK',
    ],
    ['a generator', 'generator x {\n  provider = "./evil.sh"\n  output = "../../x"\n}', 'JUDGE_SCHEMA_BLOCK'],
    ['a datasource', 'datasource db {\n  provider = "sqlite"\n  url = "file:/etc/x"\n}', 'JUDGE_SCHEMA_BLOCK'],
    ['a view', 'view V {\n  id String @id\n}', 'JUDGE_SCHEMA_BLOCK'],
    [
      'a lone carriage return, a line to Prisma only',
      '// x\rgenerator x {\r provider = "./evil.sh"\r}\n',
      'JUDGE_SCHEMA_SYNTAX',
    ],
    ['a block comment', '/* x */ model A {\n  id String @id\n}', 'JUDGE_SCHEMA_SYNTAX'],
    [
      'documentation that ends a comment',
      '/// */ process.exit() /*\nmodel A {\n  id String @id\n}',
      'JUDGE_SCHEMA_SYNTAX',
    ],
    ['a hidden direction', '// \u202e\nmodel A {\n  id String @id\n}', 'JUDGE_SCHEMA_SYNTAX'],
    ['an open block', 'model A {\n  id String @id\n', 'JUDGE_SCHEMA_SYNTAX'],
    ['a closed block too many', 'model A {\n  id String @id\n}\n}', 'JUDGE_SCHEMA_SYNTAX'],
    ['a block in a block', 'model A {\n  model B {\n}\n}', 'JUDGE_SCHEMA_SYNTAX'],
    ['an open string', withLine('  a String @default("x)'), 'JUDGE_SCHEMA_SYNTAX'],
    ['loose words', 'model A {\n  id String @id\n}\nhello', 'JUDGE_SCHEMA_SYNTAX'],
    ['an assignment', withLine('  provider = "x"'), 'JUDGE_SCHEMA_SYNTAX'],
    ['a name of JavaScript', 'model Object {\n  id String @id\n}', 'JUDGE_SCHEMA_NAME'],
    ['a name of Prisma', 'model PrismaClient {\n  id String @id\n}', 'JUDGE_SCHEMA_NAME'],
    ['an enum called Promise', 'enum Promise {\n  A\n}', 'JUDGE_SCHEMA_NAME'],
    ['a field every object has', withLine('  constructor String'), 'JUDGE_SCHEMA_NAME'],
    ['a value every object has', 'enum E {\n  toString\n}', 'JUDGE_SCHEMA_NAME'],
    ['a type nobody checks', withLine('  a Unsupported("circle")'), 'JUDGE_SCHEMA_TYPE'],
    ['SQL as a default', withLine('  a String @default(dbgenerated("x(); DROP TABLE y"))'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['SQL as a default, in a list', withLine('  a String[] @default([dbgenerated("x")])'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['a name that ends its quotes', withLine('  a String @map("a\\"]")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['a table name that ends its quotes', withLine('  @@map("a\\"]")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['Prisma’s own table', withLine('  @@map("_prisma_migrations")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['SQLite’s own table', withLine('  @@map("sqlite_master")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['another schema', withLine('  @@schema("public")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['raw operator classes', withLine('  @@index([id(ops: raw("x"))])'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['a native type SQLite lacks', withLine('  a String @db.VarChar(20)'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['an attribute with a place it does not have', withLine('  a String @updatedAt("x")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    [
      'an action nobody knows',
      withLine('  a Item @relation(fields: [id], references: [id], onDelete: Drop)\n  b Item[]'),
      'JUDGE_SCHEMA_ATTRIBUTE',
    ],
    ['an attribute every object has', withLine('  a String @constructor'), 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['a field attribute on an enum’s value', 'enum E {\n  A @id\n}', 'JUDGE_SCHEMA_ATTRIBUTE'],
    ['a field attribute on a block', withLine('  @@default("x")'), 'JUDGE_SCHEMA_ATTRIBUTE'],
  ])('%s', (_, schema, code) => {
    expect(codes(schema)).toEqual([code]);
    expect(written(schema)).toBe(`${schema.trim()}\n`);
  });

  test('limits the depth of nested brackets', () => {
    expect(codes(withLine(`  a String @default(${'['.repeat(50_000)}`))).toEqual(['JUDGE_SCHEMA_SYNTAX']);
  });

  test('all problems at once, each with its line', () => {
    const schema = 'view V {\n}\nmodel A {\n  id Unsupported("x")\n  b String @default(dbgenerated())\n}\n';
    expect(codes(schema)).toEqual(['JUDGE_SCHEMA_BLOCK', 'JUDGE_SCHEMA_TYPE', 'JUDGE_SCHEMA_ATTRIBUTE']);
    expect(validated(schemaOf(schema)).problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^stock .*in line 1 /),
      expect.stringMatching(/A\.id.*in line 4 /),
      expect.stringMatching(/@default.*in line 5 /),
    ]);
  });
});

describe('a duplicate name in one call', () => {
  test.each([
    ['a model', 'model A {\n  id String @id\n  a Int\n}\nmodel A {\n  id String @id\n  b Int\n}', 5],
    ['a model and an enum', 'model A {\n  id String @id\n}\nenum A {\n  X\n}', 4],
    ['an enum', 'enum A {\n  X\n}\nenum A {\n  Y\n}', 4],
    ['a field', withLine('  a Int\n  b Int\n  a Int'), 5],
    ['a value', 'enum A {\n  X\n  X\n}', 3],
  ])('is refused at its line: %s', (_, schema, line) => {
    const { problems } = validated(schemaOf(schema));
    expect(problems.map(({ code }) => code)).toEqual(['JUDGE_SCHEMA_DUPLICATE']);
    expect(problems[0]?.message).toContain(`in line ${line} of`);
  });

  test('is merged if it comes from two calls', () => {
    const calls = ['model A {\n  id String @id\n  a Int\n}\n', 'model A {\n  id String @id\n  b Int\n}\n'];
    const operations = calls.flatMap(schemaOf);
    expect(codesOf(operations, {})).toEqual([]);
    const text = unvalidatedText('prisma/schema/stock.prisma', operations, {});
    expect(text).toBe('model A {\n  id String @id\n  a  Int\n  b  Int\n}\n');
  });
});

const usual = `
// Comments say what they like: model Ghost { }
enum Level {
  LOW
  HIGH @map("high")
}

/// Documentation, with "quotes".
model Account {
  id        String    @id @default(cuid())
  number    Int       @unique @default(0)
  uid       String    @default(uuid(7))
  balance   Decimal   @default(-1.5)
  level     Level     @default(LOW)
  note      String?   @default("a \\"quoted\\" } model Ghost2 { // text") @map("remark")
  active    Boolean   @default(true)
  createdAt DateTime  @default(now())
  updatedAt DateTime  @updatedAt
  parentId  String?
  parent    Account?  @relation("Tree", fields: [parentId], references: [id], onDelete: SetNull, onUpdate: Cascade)
  children  Account[] @relation("Tree")

  @@unique([level, number], name: "place")
  @@index([createdAt(sort: Desc), id], map: "account_created")
  @@map("accounts")
}
`;

describe('schema text that is accepted', () => {
  test('every usual part of a model', async () => {
    expect(codes(usual)).toEqual([]);
    await expect(compiled(usual)).resolves.toBe('valid');
  });

  test.each([
    ['relational', '@db.VarChar(20)', []],
    ['relational', '@db.VarChar(20, 30)', ['JUDGE_SCHEMA_ATTRIBUTE']],
    ['relational', '@db.VarChar("20")', ['JUDGE_SCHEMA_ATTRIBUTE']],
    ['relational', '@db.Timestamptz(3)', []],
    ['relational', '@db.ObjectId', ['JUDGE_SCHEMA_ATTRIBUTE']],
    ['document', '@db.ObjectId', []],
    ['document', '@default(auto()) @map("_id")', []],
    ['relational', '@default(auto())', ['JUDGE_SCHEMA_ATTRIBUTE']],
  ] as const)('on %s: %s', (database, attributes, expected) => {
    expect(codes(withLine(`  a String ${attributes}`), database)).toEqual(expected);
  });

  test('Windows line endings', () => {
    expect(codes(usual.replaceAll('\n', '\r\n'))).toEqual([]);
  });
});

/** Validates a schema with Prisma in a project with an embedded database. */
async function compiled(schema: string): Promise<'valid' | 'invalid'> {
  try {
    const files = [...unvalidated(schemaOf(schema))].filter(([path]) => path.startsWith('prisma/schema/'));
    await validatePrismaSchema(new Map(files.map(([path, { content }]) => [path, String(content)])));
    return 'valid';
  } catch (error) {
    if (error instanceof GenlockError && error.code.startsWith('DATA_')) return 'invalid';
    throw error;
  }
}

/** Returns the generators and datasources that Prisma reads, or `undefined` if it refuses the schema. */
function configuration(schema: string): readonly unknown[] | undefined {
  try {
    const { config } = JSON.parse(prisma.get_config(JSON.stringify({ prismaSchema: schema }))) as {
      config: { generators: unknown[]; datasources: unknown[] };
    };
    return [...config.generators, ...config.datasources];
  } catch {
    return undefined;
  }
}

test('control: Prisma reads a generator after a lone carriage return', () => {
  const schema = '// x\rgenerator x {\r provider = "./evil.sh"\r}\n';
  expect(configuration(schema)).toHaveLength(1);
  expect(schemaBlocks(schema)).toEqual([]);
});

/** Valid and invalid parts of schemas, for combinations that an attacker could use. */
const piece = fc.constantFrom(
  'model A {',
  'model B {',
  'enum E {',
  'type T {',
  'generator g {',
  'datasource d {',
  'view V {',
  '}',
  '{',
  '\n',
  '\r',
  '\r\n',
  '\n  id String @id @default(cuid())\n',
  '\n  a Int\n',
  '\n  LOW\n',
  '\n  x Unsupported("y")\n',
  '\n  e E\n',
  'provider = "x"',
  '@default(dbgenerated("x"))',
  '@default("a")',
  '@unique',
  '@map("a")',
  '@@index([id])',
  '@@map("b")',
  '@db.Text',
  '//',
  '/*',
  '*/',
  '///',
  '"',
  '\\',
  '(',
  ')',
  '[',
  ']',
  ' ',
  'b String',
  'LOW',
);

test('an accepted schema contains no forbidden part in its text or as read by Prisma', async () => {
  let accepted = 0;
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 10 }), async (pieces) => {
      const schema = pieces.join('');
      if (codes(schema).length > 0) return;
      accepted += 1;
      const bare = schema.replaceAll(/\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, '');
      expect(bare).not.toMatch(/\b(?:generator|datasource|view)\s+\w+\s*\{|dbgenerated|Unsupported|@db\.|=/);
      expect(configuration(schema) ?? []).toEqual([]);
      if (schema.trim() !== '' && (await compiled(schema)) === 'valid') valid += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(50);
  expect(valid).toBeGreaterThan(5);
});
