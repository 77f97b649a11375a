import type { SqlResultSet } from '@prisma/driver-adapter-utils';
import {
  hasColumn,
  hasEnum,
  hasForeignKey,
  hasIndex,
  hasTable,
  shownIndex,
  type KnownObjects,
  type ShownColumn,
  shownColumn,
} from './known-objects.ts';
import type { IndexShape } from './managed-objects.ts';
import { typeFields } from './postgres-types.ts';

/** A column with a property that the engine's queries do not return. */
export interface ColumnFacts {
  readonly table: string;
  readonly column: string;
  /** Whether the column is generated or an identity column. */
  readonly computed: boolean;
  /** The column's enum type; `null` for other types. */
  readonly enum: string | null;
}

/** Returns the computed columns and enum columns of the schema `$1`. */
export const columnFacts = `SELECT c.relname AS table, a.attname AS column, e.typname AS enum,
    a.attgenerated <> '' OR a.attidentity <> '' AS computed
  FROM pg_attribute AS a
  JOIN pg_class AS c ON c.oid = a.attrelid
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  LEFT JOIN pg_type AS e ON e.typtype = 'e' AND a.atttypid IN (e.oid, e.typarray)
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    AND (a.attgenerated <> '' OR a.attidentity <> '' OR e.oid IS NOT NULL)`;

type Row = Readonly<Record<string, unknown>>;

interface Sight {
  readonly known: KnownObjects;
  readonly facts: readonly ColumnFacts[];
}

/** Returns the rows that the engine sees, with the changed columns. */
type Filter = (rows: readonly Row[], sight: Sight) => readonly Row[];

/** The filters of the engine's catalogue queries, by the columns of the result. */
const filters: Readonly<Record<string, Filter>> = {
  'table_name,namespace,is_partition,has_subclass,has_row_level_security,reloptions,description': byTable,
  'table_name,table_namespace': byTable,
  'namespace,table_name,constraint_name,constraint_type,constraint_definition,is_deferrable,is_deferred': byTable,
  'name,value,namespace,description': enums,
  'namespace,table_name,column_name,formatted_type,numeric_precision,numeric_scale,numeric_precision_radix,datetime_precision,data_type,type_schema_name,full_data_type,column_default,is_nullable,is_identity,character_maximum_length,description':
    columns,
  'con_id,child_column,parent_table,parent_column,confdeltype,confupdtype,referenced_schema_name,constraint_name,child,parent,table_name,namespace,condeferrable,condeferred':
    foreignKeys,
  'namespace,index_name,table_name,column_name,is_unique,is_primary_key,column_index,opclass,opcdefault,index_algo,column_order,nulls_first,condeferrable,condeferred,predicate':
    indexes,
};

/** Returns whether a query lists objects that can be the user's. */
export function isFiltered({ columnNames }: SqlResultSet): boolean {
  return Object.hasOwn(filters, columnNames.join(','));
}

/** Removes the user's objects from the result of a catalogue query of the engine. */
export function withoutUserObjects(result: SqlResultSet, sight: Sight): SqlResultSet {
  const { columnNames, rows } = result;
  const filter = filters[columnNames.join(',')];
  if (filter === undefined) return result;
  const named = rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
  const left = filter(named, sight);
  return { ...result, rows: left.map((row) => columnNames.map((name) => row[name])) };
}

function byTable(rows: readonly Row[], { known }: Sight): readonly Row[] {
  return rows.filter((row) => hasTable(known, text(row['table_name'])));
}

function enums(rows: readonly Row[], { known, facts }: Sight): readonly Row[] {
  return rows.filter(({ name }) => hasEnum(known, text(name), () => isUsed(text(name), { known, facts })));
}

function isUsed(name: string, { known, facts }: Sight): boolean {
  return facts.some((fact) => fact.enum === name && known.described.tables.get(fact.table)?.has(fact.column));
}

function columns(rows: readonly Row[], sight: Sight): readonly Row[] {
  const { known, facts } = sight;
  return byTable(rows, sight).flatMap((row) => {
    const [table, name] = [text(row['table_name']), text(row['column_name'])];
    const fact = facts.find((one) => one.table === table && one.column === name);
    const isNeeded = row['is_nullable'] === 'NO' && row['column_default'] === null;
    if (!hasColumn(known, { table, name, isComputed: fact?.computed === true, isNeeded })) return [];
    const isEngineEnum = typeof fact?.enum === 'string' && enums([{ name: fact.enum }], sight).length > 0;
    const isForeign = row['type_schema_name'] !== 'pg_catalog' && !isEngineEnum;
    return [shown(row, shownColumn(known, { table, name, isForeign }))];
  });
}

function shown(row: Row, { type, required, default: value }: ShownColumn): Row {
  return {
    ...row,
    ...(type === undefined ? {} : typeFields(type, text(row['namespace']))),
    ...(required === undefined ? {} : { is_nullable: required ? 'NO' : 'YES' }),
    ...(value === undefined ? {} : { column_default: value }),
  };
}

function foreignKeys(rows: readonly Row[], sight: Sight): readonly Row[] {
  return constraints(rows, 'constraint_name').flatMap(([key, own]) => {
    const columnNames = own.map((row) => text(row['child_column']));
    return hasTable(sight.known, key.table) && hasForeignKey(sight.known, { ...key, columns: columnNames }) ? own : [];
  });
}

function indexes(rows: readonly Row[], { known }: Sight): readonly Row[] {
  return constraints(rows, 'index_name').flatMap(([index, own]) => {
    const isSeen = own[0]?.['is_primary_key'] === true || hasIndex(known, { ...index, ...partsOf(own) });
    if (!hasTable(known, index.table) || !isSeen) return [];
    const shape = shownIndex(known, index.name);
    return shape === undefined ? own : shapeRows(shape, own[0] ?? {});
  });
}

function shapeRows({ isUnique, method, columns: parts }: IndexShape, row: Row): readonly Row[] {
  return parts.map(({ name, isDescending, operators }, index) => ({
    ...row,
    column_name: name,
    is_unique: isUnique,
    column_index: index,
    opclass: operators ?? null,
    opcdefault: operators === undefined,
    index_algo: method,
    column_order: isDescending ? 'DESC' : 'ASC',
    nulls_first: isDescending,
    predicate: null,
  }));
}

function partsOf(rows: readonly Row[]) {
  return { columns: rows.map((row) => text(row['column_name'])), isUnique: rows[0]?.['is_unique'] === true };
}

/** Groups consecutive rows of one constraint. */
function constraints(rows: readonly Row[], nameColumn: string) {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row['namespace'], row['table_name'], row[nameColumn]]));
  return [...groups.values()].map((own) => {
    const [first = {}] = own;
    return [{ table: text(first['table_name']), name: text(first[nameColumn]) }, own] as const;
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
