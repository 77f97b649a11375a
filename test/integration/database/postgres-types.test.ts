import { expect, test } from 'vitest';
import { typeFields } from '../../../src/database/postgres-types.ts';
import { needPostgres } from '../../support/postgres.ts';
import { projectOn } from '../../unit/database/project.ts';

/** Types as the schema engine writes them in migrations. */
const types = [
  ...['TEXT', 'VARCHAR', 'VARCHAR(10)', 'CHAR(2)', 'XML', 'UUID', 'INET', 'BYTEA', 'JSON', 'JSONB', 'BOOLEAN', 'OID'],
  ...['INTEGER', 'SERIAL', 'SMALLINT', 'SMALLSERIAL', 'BIGINT', 'BIGSERIAL', 'DOUBLE PRECISION', 'REAL', 'MONEY'],
  ...['DECIMAL', 'DECIMAL(65,30)', 'DATE', 'BIT(3)', 'VARBIT', 'VARBIT(5)'],
  ...['TIMESTAMP', 'TIMESTAMP(3)', 'TIMESTAMPTZ', 'TIMESTAMPTZ(6)', 'TIME', 'TIME(0)', 'TIMETZ', 'TIMETZ(3)'],
  ...['TEXT[]', 'VARCHAR(10)[]', 'DECIMAL(65,30)[]', 'TIMESTAMP(3)[]', 'BIT(3)[]', '"Status"', '"Status"[]'],
];

/** The fields of the schema engine's column query. */
const rowsQuery = `SELECT column_name AS name, format_type(a.atttypid, a.atttypmod) AS formatted_type, data_type,
    udt_schema AS type_schema_name, udt_name AS full_data_type, numeric_precision, numeric_scale, numeric_precision_radix,
    datetime_precision, character_maximum_length
  FROM information_schema.columns JOIN pg_attribute AS a ON a.attname = column_name
  WHERE table_name = 'T' AND a.attrelid = '"T"'::regclass`;

test('PostgreSQL has the same names and parameters for each type', async (context) => {
  needPostgres(context);
  const project = await projectOn(context, { kind: 'postgresql' });
  const columns = types.map((type, index) => `c${index} ${type}`);
  await project.sql(`CREATE TYPE "Status" AS ENUM ('open'); CREATE TABLE "T" (${columns.join(', ')})`);
  const rows = await project.sql(rowsQuery);
  for (const [index, type] of types.entries()) {
    const { name: _, ...row } = rows.find(({ name }) => name === `c${index}`) ?? {};
    const fields = typeFields(type, 'public');
    // The engine ignores the parameters of types that are written without them.
    const given = Object.entries(fields).filter(([, value]) => value !== null);
    expect([type, row]).toEqual([type, expect.objectContaining(Object.fromEntries(given))]);
  }
});
