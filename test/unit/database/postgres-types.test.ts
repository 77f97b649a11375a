import { describe, expect, test } from 'vitest';
import { typeFields } from '../../../src/database/postgres-types.ts';

/** The fields of a type without parameters. */
const plain = (name: string, catalogue = name) => ({
  formatted_type: name,
  data_type: name,
  type_schema_name: 'pg_catalog',
  full_data_type: catalogue,
  numeric_precision: null,
  numeric_scale: null,
  numeric_precision_radix: null,
  datetime_precision: null,
  character_maximum_length: null,
});

describe('the catalogue row of a type', () => {
  test.each([
    ['TEXT', plain('text')],
    ['INTEGER', plain('integer', 'int4')],
    ['SERIAL', plain('integer', 'int4')],
    ['DOUBLE PRECISION', plain('double precision', 'float8')],
    ['VARCHAR', plain('character varying', 'varchar')],
  ])('%s has the names of the catalogue', (type, row) => {
    expect(typeFields(type, 'public')).toEqual(row);
  });

  test.each([
    ['VARCHAR(10)', { formatted_type: 'character varying(10)', character_maximum_length: 10 }],
    ['CHAR(2)', { formatted_type: 'character(2)', full_data_type: 'bpchar', character_maximum_length: 2 }],
    ['DECIMAL(65,30)', { formatted_type: 'numeric(65,30)', numeric_precision: 65, numeric_scale: 30 }],
    ['TIMESTAMP(3)', { formatted_type: 'timestamp(3) without time zone', datetime_precision: 3 }],
    ['TIMETZ(0)', { formatted_type: 'time(0) with time zone', datetime_precision: 0 }],
  ])('%s has its parameters in one field', (type, fields) => {
    expect(typeFields(type, 'public')).toMatchObject(fields);
  });

  test.each([
    ['TEXT[]', 'text[]', '_text'],
    ['DECIMAL(65,30)[]', 'numeric(65,30)[]', '_numeric'],
    ['TIMESTAMP(3)[]', 'timestamp(3) without time zone[]', '_timestamp'],
  ])('%s has its parameters only in the formatted type', (type, formatted, full) => {
    expect(typeFields(type, 'public')).toEqual({
      ...plain(formatted, full),
      data_type: 'ARRAY',
    });
  });

  test.each([
    ['"Status"', { formatted_type: '"Status"', data_type: 'USER-DEFINED', full_data_type: 'Status' }],
    ['"shop"."Status"', { data_type: 'USER-DEFINED', full_data_type: 'Status' }],
    ['"odd ""name"""', { full_data_type: 'odd "name"' }],
    ['"Status"[]', { data_type: 'ARRAY', full_data_type: '_Status' }],
  ])('the enum %s has the schema of its table', (type, fields) => {
    expect(typeFields(type, 'shop')).toMatchObject({ ...fields, type_schema_name: 'shop' });
  });

  test('returns no fields for types of extensions', () => {
    expect(typeFields('CITEXT', 'public')).toEqual({});
    expect(typeFields('constructor', 'public')).toEqual({});
  });
});
