import type { IndexShape, ManagedColumn, ManagedObjects } from './managed-objects.ts';

/** The objects that belong to Genlock. All other objects of the database are the user's. */
export interface KnownObjects {
  /** The objects of the migrations. */
  readonly written: ManagedObjects;
  /** The objects that the schema describes. */
  readonly described: ManagedObjects;
  readonly hasMigrations: boolean;
  /** Whether the schema is applied without a migration. Objects of earlier pushes are then unknown. */
  readonly isPush: boolean;
}

const historyTable = '_prisma_migrations';

/** Returns whether a table belongs to Genlock. Without migrations, `db push` must ask about each unknown table. */
export function hasTable({ written, described, hasMigrations, isPush }: KnownObjects, table: string): boolean {
  const isKnown = written.tables.has(table) || described.tables.has(table) || table === historyTable;
  return isKnown || (isPush && !hasMigrations);
}

/** A column in the database. */
interface ExistingColumn {
  readonly name: string;
  /** Whether the database computes the value: a generated or identity column. */
  readonly isComputed?: boolean;
  /** Whether each new row must have a value: required, without a default. */
  readonly isNeeded?: boolean;
}

/** Returns whether a column of one of Genlock's tables belongs to Genlock. */
export function hasColumn(
  known: KnownObjects,
  { table, name, isComputed, isNeeded }: ExistingColumn & { readonly table: string },
): boolean {
  const { written, described, hasMigrations, isPush } = known;
  const columns = [written.tables.get(table), described.tables.get(table)];
  if (columns.some((one) => one?.has(name))) return true;
  if (columns.every((one) => one === undefined)) return true;
  const isOwn = isComputed === true || written.own.has(table) || written.own.has(`${table}.${name}`);
  if (isOwn) return false;
  // The application can insert no row without such a column's value. It is left from a push.
  return isNeeded === true || (isPush && !hasMigrations);
}

/** Returns whether an enum belongs to Genlock. An earlier push can have created the enum of a column. */
export function hasEnum(known: KnownObjects, name: string, isUsed: () => boolean): boolean {
  const { written, described, isPush } = known;
  if (written.enums.has(name) || described.enums.has(name)) return true;
  return isPush && !written.own.has(name) && isUsed();
}

/** An index or a foreign key. */
export interface ExistingConstraint {
  readonly table: string;
  readonly name: string;
  /** In order. */
  readonly columns: readonly string[];
}

/** Returns whether an index, except the primary key, belongs to Genlock. */
export function hasIndex(known: KnownObjects, index: ExistingConstraint & { readonly isUnique: boolean }): boolean {
  const { written, described } = known;
  if (written.indexes.has(index.name) || described.indexes.has(index.name)) return true;
  return index.isUnique && wasPushed(known, { ...index, suffix: 'key', own: index.name });
}

/** Returns the shape in the schema of an index that a statement of the user created; otherwise `undefined`. */
export function shownIndex({ written, described }: KnownObjects, name: string): IndexShape | undefined {
  return written.own.has(name) ? described.indexShapes.get(name) : undefined;
}

/** Returns whether a foreign key belongs to Genlock. */
export function hasForeignKey(known: KnownObjects, key: ExistingConstraint): boolean {
  const name = `${key.table}.${key.name}`;
  if (known.written.foreignKeys.has(name) || known.described.foreignKeys.has(name)) return true;
  return wasPushed(known, { ...key, suffix: 'fkey', own: name });
}

/** Returns whether an earlier push can have created a constraint that would refuse the application's rows. */
function wasPushed(
  { written, isPush }: KnownObjects,
  { table, name, columns, suffix, own }: ExistingConstraint & { readonly suffix: string; readonly own: string },
): boolean {
  return isPush && !written.own.has(own) && name === [table, ...columns, suffix].join('_');
}

/** The properties of a column that the user changed, as the schema describes them. */
export interface ShownColumn {
  readonly type?: string;
  readonly required?: boolean;
  /** `null` for no default. */
  readonly default?: string | null;
}

/**
 * Returns the properties of a column that the user changed with SQL, as the schema engine wrote them. A property that
 * the schema also changed since is absent: the engine must see its current value.
 *
 * @param isForeign whether the schema engine cannot have created the column's type
 */
export function shownColumn(
  known: KnownObjects,
  { table, name, isForeign }: { readonly table: string; readonly name: string; readonly isForeign: boolean },
): ShownColumn {
  const written = known.written.tables.get(table)?.get(name);
  const described = known.described.tables.get(table)?.get(name);
  if (written === undefined) return shownNewColumn(known, { table, name, isForeign });
  const source = (property: Property): ManagedColumn | undefined => {
    // Without a statement in a migration, only the database has the user's change. It is not drift.
    if (!known.isPush && !written.changed.has(property)) return written;
    return described !== undefined && isSame(property, [written, described]) ? described : undefined;
  };
  const [type, required, value] = [source('type'), source('required'), source('default')];
  const { changed } = written;
  return {
    ...(type !== undefined && (isForeign || changed.has('type')) ? { type: type.type } : {}),
    ...(required !== undefined && (changed.has('required') || !required.required)
      ? { required: required.required }
      : {}),
    ...(value !== undefined && defaultOf(value) === undefined ? { default: null } : {}),
    ...(value?.default !== undefined && changed.has('default') ? { default: value.default } : {}),
  };
}

/** A column that the schema describes and that the schema engine did not write in a migration. */
function shownNewColumn(
  { written, described, hasMigrations }: KnownObjects,
  { table, name, isForeign }: { readonly table: string; readonly name: string; readonly isForeign: boolean },
): ShownColumn {
  const column = described.tables.get(table)?.get(name);
  if (column === undefined) return {};
  const isOwn = written.own.has(table) || written.own.has(`${table}.${name}`) || !hasMigrations;
  return {
    ...(isForeign ? { type: column.type } : {}),
    ...(isOwn && defaultOf(column) === undefined ? { default: null } : {}),
  };
}

type Property = 'type' | 'required' | 'default';

function isSame(property: Property, [one, other]: readonly [ManagedColumn, ManagedColumn]): boolean {
  return property === 'default' ? defaultOf(one) === defaultOf(other) : one[property] === other[property];
}

/** Returns the default, which a `SERIAL` column also has. */
function defaultOf({ type, default: value }: ManagedColumn): string | undefined {
  return type.endsWith('SERIAL') ? type : value;
}

/** Returns Genlock's tables with Genlock's columns; all tables without known objects. */
export function genlockTables<T extends ExistingColumn>(
  known: KnownObjects | undefined,
  tables: ReadonlyMap<string, readonly T[]>,
): ReadonlyMap<string, readonly T[]> {
  if (known === undefined) return tables;
  const seen = [...tables].filter(([table]) => hasTable(known, table));
  return new Map(
    seen.map(([table, columns]) => [table, columns.filter((column) => hasColumn(known, { ...column, table }))]),
  );
}
