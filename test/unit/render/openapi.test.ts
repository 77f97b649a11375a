import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { rendered, routesOf } from './contributions.ts';

const field = { required: true, unique: false };
const entities: readonly Entity[] = [
  { name: 'Maker', fields: [], relations: [] },
  {
    name: 'Thing',
    fields: [
      { ...field, name: 'title', type: 'String' },
      { ...field, name: 'notes', type: 'Text', required: false },
      { ...field, name: 'data', type: 'Json' },
      { ...field, name: 'state', type: 'Enum', values: ['NEW', 'USED'] },
    ],
    relations: [
      { name: 'maker', type: 'many-to-one', target: 'Maker', required: false },
      { name: 'others', type: 'many-to-many', target: 'Thing', required: false },
    ],
  },
];
const text = (path: string) => rendered(path, { entities }) ?? '';

describe('the source of openapi.json', () => {
  const file = text('server/generated/openapi.ts');

  test('has the type and nullability of every field, and the queries of lists', () => {
    expect(file).toContain('title: { schema: value.text },');
    expect(file).toContain('notes: { schema: value.text, nullable: true },');
    expect(file).toContain('data: { schema: value.json },');
    expect(file).toContain('lists: queries.thing,');
    expect(file).toContain('state: { schema: value.oneOf(...thingStates) },');
    expect(file).toContain('makerId: { schema: value.text, nullable: true },');
  });

  test('has relations to one or many records, and the access rights', () => {
    expect(file).toContain("maker: { target: 'Maker', nullable: true },");
    expect(file).toContain("others: { target: 'Thing', many: true },");
    expect(file).toContain("access: { read: 'public', create: 'public', update: 'public', delete: 'public' },");
  });

  test('has the routes of plugins with their access rights', () => {
    const routes = routesOf('stock', [
      { path: '/stock/:id', handler: 'server/a.ts', methods: ['GET', 'PUT'], access: 'admin' },
    ]);
    expect(rendered('server/generated/openapi.ts', { contributions: [routes] })).toContain(
      "{ plugin: 'stock', path: '/stock/:id', methods: ['GET', 'PUT'], access: 'admin' },",
    );
  });
});

describe('the typed client', () => {
  const file = text('client/generated/api/thing.ts');

  test('declares the fields for filters, sorting and includes', () => {
    const filters = [
      'title?: filter.Text;',
      'notes?: filter.Optional<filter.Text>;',
      'state?: filter.Choice<ThingState>;',
      'makerId?: filter.Optional<filter.Choice>;',
      'createdAt?: filter.Ordered<string>;',
      'updatedAt?: filter.Ordered<string>;',
      'others?: filter.Link;',
    ];
    expect(file).toContain(`filter: {\n${filters.map((line) => `    ${line}`).join('\n')}\n  };`);
    expect(file).toContain("sort: 'title' | 'state' | 'makerId' | 'createdAt' | 'updatedAt';");
    expect(file).toContain("include: 'maker' | 'others';");
    expect(text('client/generated/api/maker.ts')).toContain('include: never;');
  });

  test('has every entity with its plural name', () => {
    expect(text('client/generated/api/index.ts')).toMatch(/api = \{\s+makers,\s+things,\s+\};/u);
  });
});
