import type { DatabaseKind } from '../../config/config.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { list } from '../code.ts';
import type { Code } from '../code.ts';
import { enumValues } from './enums.ts';

/** A column that lists can be filtered by. Most columns can also be sorted. */
export interface Column extends Pick<ScalarField, 'name' | 'type' | 'required' | 'values' | 'enumName'> {
  readonly type: Exclude<ScalarField['type'], 'Json'>;
  /** Whether the column contains the id of another record. */
  readonly isKey?: boolean;
}

/**
 * Returns the declared fields, then the ids of referenced records. JSON fields are omitted: they have no order, and
 * databases compare them differently.
 */
export function columnsOf(entity: EntityModel): Column[] {
  return [
    ...entity.fields.flatMap((field) => (field.type === 'Json' ? [] : [{ ...field, type: field.type }])),
    ...entity.references.map(({ idField, required }) => ({
      name: idField,
      type: 'String' as const,
      required,
      isKey: true,
    })),
  ];
}

/**
 * Returns whether a column is sortable. A Text can be too long for a cursor in a URL. A document database stores
 * decimals as strings, so it would sort 10 before 9.
 */
export function isSortable({ type }: Column, database: DatabaseKind): boolean {
  return type !== 'Text' && !(type === 'Decimal' && database === 'document');
}

/** Returns the description in `server/lib/column.ts` of a column: how a query can use it. */
export function columnSchema(column: Column, database: DatabaseKind): Code {
  const schema = requiredColumn(column, database);
  return column.required ? schema : list('optional(', [schema], ')');
}

function requiredColumn(column: Column, database: DatabaseKind): Code {
  if (column.isKey === true) return 'column.id';
  if (column.type === 'Enum') return enumColumn(column, database);
  return column.type === 'Decimal' && database === 'document' ? 'column.unorderedDecimal' : columnSchemas[column.type];
}

const columnSchemas: Readonly<Record<Exclude<Column['type'], 'Enum'>, string>> = {
  String: 'column.text',
  Text: 'column.text',
  Int: 'column.int',
  BigInt: 'column.bigInt',
  Float: 'column.float',
  Decimal: 'column.decimal',
  Boolean: 'column.boolean',
  Date: 'column.date',
  DateTime: 'column.dateTime',
};

/** PostgreSQL sorts enum values in declaration order. The other databases sort them as strings. */
function enumColumn(column: Column, database: DatabaseKind): Code {
  const { values = [] } = column;
  const isSorted = database === 'relational' || values.join() === values.toSorted().join();
  return list('column.oneOf(', [`${enumValues(column)}${isSorted ? '' : '.toSorted()'}`], ')');
}
