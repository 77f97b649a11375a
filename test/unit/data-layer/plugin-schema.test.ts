import { describe, expect, test } from 'vitest';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { schemaBlocks } from '../../../sandbox/index.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const entity = (name: string) => ({ name, fields: [], relations: [] });
const model = resolveModel({ database: 'file', entities: [entity('Post'), entity('Base')] });

function problemsOf(run: () => unknown): readonly { readonly code: string; readonly message: string }[] {
  try {
    run();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  return [];
}

describe('plugin schemas', () => {
  test('each plugin has a separate file that replaces no other file', () => {
    const files = renderPrismaSchema(model, [
      { plugin: 'post', schema: '\r\nmodel Note {\r\n  id String @id\r\n}\r\n\r\n' },
      { plugin: '@acme/audit', schema: 'enum Level {\n  LOW\n}' },
    ]);
    expect([...files.keys()]).toEqual([
      'prisma/schema/base.prisma',
      'prisma/schema/post.prisma',
      'prisma/schema/base-2.prisma',
      'prisma/schema/acme-audit.prisma',
      'prisma/schema/post-2.prisma',
    ]);
    expect(files.get('prisma/schema/post-2.prisma')).toBe('model Note {\n  id String @id\n}\n');
  });

  test('reports a name with two definitions as an error with both owners', () => {
    const problems = problemsOf(() =>
      renderPrismaSchema(model, [
        { plugin: 'one', schema: 'model Post {\n  id String @id\n}\nmodel Note {\n  id String @id\n}\n' },
        { plugin: 'two', schema: 'enum Note {\n  A\n}\n' },
      ]),
    );
    expect(problems.map(({ code }) => code)).toEqual(['DATA_MODEL_CLASH', 'DATA_MODEL_CLASH']);
    expect(problems[0]?.message).toMatch(/plugin one.*entity Post/);
    expect(problems[1]?.message).toMatch(/plugin two.*plugin one/);
  });
});

test('ignores blocks in comments and strings, and a field with the name type', () => {
  const text = [
    '// model Ghost {',
    '/* model Ghost2 { */',
    'model A {',
    '  type String @default("} model Ghost3 {") // }',
    '  /// enum Ghost4 {',
    '  url String @default("a\\"} // model Ghost5 {")',
    '}',
    'enum B{',
    ' X',
    '}',
  ].join('\n');
  expect(schemaBlocks(text).map(({ keyword, name }) => ({ keyword, name }))).toEqual([
    { keyword: 'model', name: 'A' },
    { keyword: 'enum', name: 'B' },
  ]);
});

const textsOf = (text: string) => schemaBlocks(text).map(({ start, end }) => text.slice(start, end));

test('schemaBlocks finds blocks in text that Prisma refuses', () => {
  expect(textsOf('} generator my-client {\n}\n')).toEqual(['generator my-client {\n}']);
  expect(textsOf('datasource {\n}')).toEqual(['datasource {\n}']);
  expect(textsOf('/* a */ model A { // }\n id Int')).toEqual(['model A { // }\n id Int']);
});
