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
      { name: 'others', type: 'many-to-many', target: 'APIKey', required: false },
    ],
  },
];
const file = (path: string) => rendered(path, { entities }) ?? '';

describe('a router', () => {
  test('sorts by every field that fits into a cursor', () => {
    expect(file('server/routes/api-keys.ts')).toContain("unsortable: ['note']");
    expect(file('server/routes/grants.ts')).not.toContain('unsortable');
    expect(file('test/server/routes/api-keys.test.ts')).toContain("unsortable: ['note']");
  });

  test('reports missing related records if the entity has required targets', () => {
    expect(file('server/routes/grants.ts')).toMatch(/pointToMissing\(\{\s+keyId: db\.aPIKey,\s+otherIds: db\.aPIKey,/);
    expect(file('server/routes/api-keys.ts')).not.toContain('pointToMissing');
  });

  test.each(['server/routes/api-keys.ts', 'test/factories/api-key.ts', 'prisma/seed.ts', 'prisma/seed/api-keys.ts'])(
    'and %s use the same table names as Prisma',
    (path) => {
      expect(file(path)).toMatch(/db\.aPIKey\b/);
      expect(file(path)).not.toMatch(/db\.apiKey\b/);
    },
  );
});

test('long text and single-line text have different rules', () => {
  expect(file('shared/api-key.ts')).toContain('label: line.check(notBlank),');
  expect(file('shared/api-key.ts')).toContain('note: text.nullish(),');
  expect(file('shared/grant.ts')).toContain('otherIds: ids.optional(),');
});
