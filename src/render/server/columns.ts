import type { DatabaseKind } from '../../config/config.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { list } from '../code.ts';
import type { Code } from '../code.ts';
import { enumValues } from './enums.ts';

/** A column of an entity's table that lists can be filtered by, and most of them sorted. */
export interface Column extends Pick<ScalarField, 'name' | 'type' | 'required' | 'values' | 'enumName'> {
  readonly type: Exclude<ScalarField['type'], 'Json'>;
}

/** Declared fields, then the ids of referenced records. Two JSON values have no order, and databases compare them differently. */
export function columnsOf(entity: EntityModel): Column[] {
  return [
    ...entity.fields.flatMap((field) => (field.type === 'Json' ? [] : [{ ...field, type: field.type }])),
    ...entity.references.map(({ idField, required }) => ({ name: idField, type: 'String' as const, required })),
  ];
}

/**
 * A text of any length doesn't fit into a cursor, which is a part of an address. A document database keeps decimals as
 * text, so it would sort 10 before 9.
 */
export function isSortable({ type }: Column, database: DatabaseKind): boolean {
  return type !== 'Text' && !(type === 'Decimal' && database === 'document');
}

/** How a list's query gives a value of the column: a schema of `server/lib/column.ts`. */
export function columnSchema(column: Column, database: DatabaseKind): Code {
  const schema = column.type === 'Enum' ? enumColumn(column, database) : columnSchemas[column.type];
  return column.required ? schema : list('optional(', [schema], ')');
}

const columnSchemas: Readonly<Record<Exclude<Column['type'], 'Enum'>, string>> = {
  String: 'column.text',
  Text: 'column.text',
  Int: 'column.int',
  BigInt: 'column.bigInt',
  Float: 'column.float',
  Decimal: 'column.decimal',
  Boolean: 'column.boolean',
  DateTime: 'column.dateTime',
};

/** PostgreSQL sorts an enum's values as they are declared, the others know them as text only. */
function enumColumn(column: Column, database: DatabaseKind): Code {
  const { values = [] } = column;
  const isSorted = database === 'relational' || values.join() === values.toSorted().join();
  return list('column.oneOf(', [`${enumValues(column)}${isSorted ? '' : '.toSorted()'}`], ')');
}
