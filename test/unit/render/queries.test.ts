import { describe, expect, test } from 'vitest';
import type { DatabaseKind, Entity, FieldType } from '../../../src/config/config.ts';
import { rendered } from './contributions.ts';

const types = ['String', 'Text', 'Int', 'BigInt', 'Float', 'Decimal', 'Boolean', 'DateTime', 'Json'] as const;
const field = (type: FieldType) => ({ name: type.toLowerCase(), type, required: true, unique: false });
const entities: readonly Entity[] = [
  {
    name: 'Thing',
    fields: [...types.map(field), { ...field('Enum'), values: ['NEW', 'USED'] }],
    relations: [{ name: 'maker', type: 'many-to-one', target: 'Maker', required: false }],
  },
  { name: 'Maker', fields: [field('String'), field('Text')], relations: [], search: ['text'] },
  { name: 'Point', fields: [{ ...field('Int'), required: false }], relations: [] },
];
const queries = (database?: DatabaseKind) => rendered('server/generated/queries.ts', { entities, database }) ?? '';

describe('the queries of lists', () => {
  test('have a column for every type of field except Json', () => {
    expect(queries()).toContain(`  thing: {
    string: column.text,
    text: column.text,
    int: column.int,
    bigint: column.bigInt,
    float: column.float,
    decimal: column.decimal,
    boolean: column.boolean,
    datetime: column.dateTime,
    enum: column.oneOf(thingEnums),
    makerId: optional(column.id),
  },`);
  });

  test('do not compare decimals that the database stores as strings', () => {
    expect(queries('document')).toContain('decimal: column.unorderedDecimal,');
  });

  test('search the strings of an entity, or the fields that it names', () => {
    expect([...queries().matchAll(/search: .*/gu)].map(String)).toEqual(["search: ['string'],", "search: ['text'],"]);
  });

  test('do not exist without entities', () => {
    expect(rendered('server/generated/queries.ts', { entities: [] })).toBeUndefined();
  });
});
