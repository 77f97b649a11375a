/** Genlock reads the same members from a plugin schema as Prisma. */
import prisma from '@prisma/prisma-schema-wasm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { readPluginSchema } from '../../../src/data-layer/plugin-schema.ts';
import { codesOf, validated } from './trial.ts';

const schemaOf = (schema: string): readonly Operation[] => [{ kind: 'registerPrismaSchema', schema }];

/** Member names by block. */
type Members = Readonly<Record<string, readonly string[]>>;

interface Named {
  readonly name: string;
}
interface Datamodel {
  readonly models: readonly (Named & { readonly fields: readonly Named[] })[];
  readonly enums: readonly (Named & { readonly values: readonly Named[] })[];
}

/** Returns the members that Prisma's compiler reads, or `undefined` if it refuses the schema. */
function asPrismaReads(schema: string): Members | undefined {
  const files = [
    ['base.prisma', 'datasource db {\n  provider = "sqlite"\n}\n'],
    ['stock.prisma', schema],
  ];
  try {
    const answer: { readonly datamodel: Datamodel } = JSON.parse(
      prisma.get_dmmf(JSON.stringify({ prismaSchema: files, noColor: true })),
    );
    const { models, enums } = answer.datamodel;
    return Object.fromEntries([
      ...models.map(({ name, fields }) => [name, fields.map((field) => field.name)] as const),
      ...enums.map(({ name, values }) => [name, values.map((value) => value.name)] as const),
    ]);
  } catch {
    return undefined;
  }
}

function asWeRead(schema: string): Members {
  const { definitions } = readPluginSchema({ plugin: 'stock', schema }, 'file');
  return Object.fromEntries(definitions.map(({ name, members }) => [name, members.map((member) => member.name)]));
}

/** Typical line breaks and gaps, valid or not. */
const gap = fc.constantFrom('\n', '\n', '\n', '\n', '\n', '\r\n', '\n\n', ' // remark\n', ' // { }\n', ' ', '');
const fields = [
  'name String',
  'email String @unique',
  'other Int?',
  'tags String @default("{ a String")',
  '@@index([id])',
];
const lines = (all: readonly string[]) => fc.shuffledSubarray([...all]);
const block = (head: string, members: fc.Arbitrary<readonly string[]>) =>
  fc
    .tuple(members, fc.array(gap, { minLength: 12, maxLength: 12 }))
    .map(([texts, gaps]) =>
      [head, '{', ...texts, '}'].map((text, at) => (at === 0 ? `${text} ` : text + (gaps[at] ?? ''))).join(''),
    );
const text = fc
  .tuple(
    block(
      'model A',
      lines(fields).map((others) => ['id String @id', ...others]),
    ),
    block(
      'model B',
      lines(fields).map((others) => [...others, 'id String @id']),
    ),
    block('enum E', fc.constant(['LOW', 'HIGH', 'NONE'])),
  )
  .map((blocks) => blocks.join(''));

test('an accepted schema has exactly the members that Prisma reads', () => {
  let both = 0;
  fc.assert(
    fc.property(text, (schema) => {
      if (codesOf(schemaOf(schema)).length > 0) return;
      const theirs = asPrismaReads(schema);
      if (theirs === undefined) return;
      both += 1;
      expect(asWeRead(schema)).toEqual(theirs);
    }),
    { numRuns: 3_000 },
  );
  expect(both).toBeGreaterThan(50);
});

test.each([
  ['a field behind the opening brace', 'model A { id String @id\n email String @unique\n}', 1],
  ['a model in one line', 'model A { id String @id }', 1],
  ['a value behind the opening brace', 'model A {\n id String @id\n}\nenum E { LOW\n HIGH\n}', 4],
  ['a field before the closing brace', 'model A {\n id String @id\n email String }', 3],
  ['a value before the closing brace', 'enum E {\n LOW\n HIGH }', 3],
])('refuses %s and reports its line', (_, schema, line) => {
  const { problems } = validated(schemaOf(schema));
  expect(problems.map(({ code }) => code)).toEqual(['JUDGE_SCHEMA_SYNTAX']);
  expect(problems[0]?.message).toContain(`in line ${String(line)} of`);
});

test('control: Prisma drops a field after the opening brace without an error', () => {
  const schema = 'model A { id String @id\n email String @unique\n}';
  expect(asPrismaReads(schema)).toEqual({ A: ['email'] });
});
