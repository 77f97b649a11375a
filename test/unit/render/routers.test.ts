import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { rendered } from './contributions.ts';

const entities: readonly Entity[] = [
  {
    name: 'APIKey',
    fields: [
      { name: 'label', type: 'String', required: true, unique: false },
      { name: 'note', type: 'Text', required: false, unique: false },
    ],
    relations: [],
  },
  {
    name: 'Grant',
    fields: [],
    relations: [
      { name: 'key', type: 'many-to-one', target: 'APIKey', required: true },
      { name: 'parent', type: 'many-to-one', target: 'Grant', required: false, tree: true },
      { name: 'others', type: 'many-to-many', target: 'APIKey', required: false },
    ],
    unique: [['key', 'parent']],
  },
];
const file = (path: string) => rendered(path, { entities }) ?? '';

describe('a router', () => {
  test('sorts by every field that fits into a cursor', () => {
    expect(file('server/generated/queries.ts').match(/unsortable: \['note'\]/gu)).toHaveLength(1);
    expect(file('test/server/routes/api-keys.test.ts')).toContain("unsortable: ['note']");
  });

  test('names the tables of related records', () => {
    const table = "target: 'APIKey', table: (tx) => tx.aPIKey";
    expect(file('server/routes/grants.ts')).toContain(`key: { field: 'keyId', ${table} },`);
    expect(file('server/routes/grants.ts')).toContain(`others: { field: 'otherIds', ${table}, many: true },`);
    expect(file('server/routes/api-keys.ts')).not.toContain('relations');
  });

  test('checks the ancestors of records in a tree, with tests', () => {
    const parent = "parent: { field: 'parentId', target: 'Grant', table: (tx) => tx.grant, isTree: true },";
    expect(file('server/routes/grants.ts')).toContain(parent);
    expect(file('test/server/routes/grants.test.ts')).toContain("testTree({\n  path: '/api/grants',");
    expect(file('test/support/tree.ts')).toContain('export function testTree');
  });

  test('compares empty members of unique groups, with tests', () => {
    expect(file('server/routes/grants.ts')).toContain("  unique: [['keyId', 'parentId']],\n");
    const emptied = "emptied: [{ group: ['keyId', 'parentId'], empty: ['parentId'] }],";
    expect(file('test/server/routes/grants.test.ts')).toContain(emptied);
    expect(rendered('server/routes/grants.ts', { entities, database: 'document' })).not.toContain('unique:');
  });

  test.each(['server/routes/api-keys.ts', 'test/factories/api-key.ts', 'prisma/seed.ts', 'prisma/seed/api-keys.ts'])(
    'and %s use the same table names as Prisma',
    (path) => {
      expect(file(path)).toMatch(/\b(?:db|tx)\.aPIKey\b/);
      expect(file(path)).not.toMatch(/\b(?:db|tx)\.apiKey\b/);
    },
  );
});

test('long text and single-line text have different rules', () => {
  expect(file('shared/api-key.ts')).toContain('label: line.check(notBlank),');
  expect(file('shared/api-key.ts')).toContain('note: text.nullish(),');
  expect(file('shared/grant.ts')).toContain('otherIds: ids.optional(),');
});

test('hooks have the types and the file of each entity', () => {
  const types = file('server/generated/entity-types.ts');
  expect(types).toContain('  APIKey: {\n    record: APIKey;\n    input: z.output<typeof apiKeyInput>;');
  expect(types).toContain("  ['APIKey', 'api-key.ts'],");
});
