import { expect, test } from 'vitest';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const base: [string, string] = ['prisma/schema/base.prisma', 'datasource db {\n  provider = "sqlite"\n}\n'];

type Location = readonly [code: string, file: string | undefined, line: number | undefined, column: number | undefined];

async function placesOf(...files: [string, string][]): Promise<readonly Location[]> {
  const error: unknown = await validatePrismaSchema(new Map([base, ...files])).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  if (!(error instanceof GenlockError)) throw error;
  return error.problems.map(({ code, where }) => [code, where?.file, where?.line, where?.column]);
}

test('a schema without models is valid', async () => {
  expect(await placesOf()).toEqual([]);
});

test('reports the file, line and column of every problem', async () => {
  const found = await placesOf(
    ['prisma/schema/é.prisma', '// é😀\nmodel A {\n  id String @id\n  c  Foo\n}\n'],
    ['prisma/schema/b.prisma', 'model B {\n  id String @id @foo\n}\n'],
  );
  expect(found).toEqual([
    ['DATA_SCHEMA_INVALID', 'prisma/schema/é.prisma', 4, 6],
    ['DATA_SCHEMA_INVALID', 'prisma/schema/b.prisma', 2, 17],
  ]);
});

test.each([
  ['a relation without its other side', 'model A {\n  id String @id\n  b B\n}\nmodel B {\n  id String @id\n}\n', 3],
  ['a list on SQLite', 'model A {\n  id String @id\n  tags String[]\n}\n', 3],
  ['a syntax error', 'model A {\n  id String @id @default(\n}\n', 2],
])('%s', async (_, text, line) => {
  const found = await placesOf(['prisma/schema/a.prisma', text]);
  expect(found[0]?.slice(0, 3)).toEqual(['DATA_SCHEMA_INVALID', 'prisma/schema/a.prisma', line]);
});
