import { columnsOf, isSame, type TableColumn, withOwnClauses } from './table-definition.ts';

/** A row of `sqlite_master`. */
export interface CatalogueEntry {
  readonly type: string;
  readonly name: string;
  /** The table of an index or trigger, otherwise the name. */
  readonly table: string;
  /** `null` for the index of a constraint. */
  readonly sql: string | null;
  /** The columns of an index without expressions, in order. */
  readonly columns: readonly string[];
}

/** The objects that belong to the user. */
export interface Ownership {
  readonly hasIndex: (index: CatalogueEntry) => boolean;
  readonly hasColumn: (table: string, column: TableColumn) => boolean;
  /** Returns whether a migration creates the user's column. */
  readonly isWritten: (table: string, column: string) => boolean;
}

/** A table that a script of the schema engine creates anew, fills and renames. */
interface Rebuild {
  readonly table: string;
  /** The statement that creates the new table, without semicolon. */
  readonly create: string;
}

const rebuildStart = /^CREATE TABLE "new_((?:[^"]|"")+)" \(\n[^]*?\n\)(?=;)/gmu;

/** Returns the tables that a script of the schema engine rebuilds. */
export function rebuiltTables(script: string): readonly string[] {
  return rebuildsOf(script).map(({ table }) => table);
}

function rebuildsOf(script: string): readonly Rebuild[] {
  return [...script.matchAll(rebuildStart)]
    .map(([create, name = '']) => ({ create, table: name.replaceAll('""', '"') }))
    .filter(({ table }) => script.includes(renameTo(table)));
}

function renameTo(table: string): string {
  return `ALTER TABLE ${quoted(`new_${table}`)} RENAME TO ${quoted(table)};\n`;
}

/**
 * Adds the user's clauses and columns to the tables that a script of the schema engine rebuilds. Views and triggers no
 * longer prevent the rebuild. The script stays unchanged without such objects.
 */
export function keepingClauses(script: string, catalogue: readonly CatalogueEntry[], own: Ownership): string {
  const defined = rebuildsOf(script).reduce((text, { table, create }) => {
    const sql = tableSql(table, catalogue);
    if (sql === undefined) return text;
    const unseen = columnsOf(sql).filter((column) => own.hasColumn(table, column));
    const copied = unseen.filter(({ isGenerated }) => !isGenerated).map(({ name }) => `${quoted(name)}, `);
    return text
      .replace(create, () => withOwnClauses(create, { sql, unseen }))
      .replace(copyInto(table), (copy) => `${copy.replace('(', () => `(${copied.join('')}`)}${copied.join('')}`);
  }, script);
  return catalogue.some(({ type }) => type === 'view' || type === 'trigger') ? withViews(defined) : defined;
}

/** Returns the first column of the user that a rebuild copies and that no migration creates. */
export function unwrittenColumn(
  script: string,
  catalogue: readonly CatalogueEntry[],
  own: Ownership,
): { readonly table: string; readonly name: string } | undefined {
  return rebuiltTables(script)
    .flatMap((table) => columnsOf(tableSql(table, catalogue) ?? '').map((column) => ({ table, ...column })))
    .filter(({ table, ...column }) => !column.isGenerated && own.hasColumn(table, column))
    .find(({ table, name }) => !own.isWritten(table, name));
}

/** Matches the start of the statement that fills a rebuilt table. */
function copyInto(table: string): RegExp {
  return new RegExp(
    String.raw`^INSERT INTO ${escaped(quoted(`new_${table}`))} \((?:"(?:[^"]|"")*"(?:, )?)+\) SELECT `,
    'mu',
  );
}

/** Adds the statements of objects after a script of the schema engine, outside of the engine's sections. */
export function restoring(script: string, objects: readonly CatalogueEntry[]): string {
  if (objects.length === 0) return script;
  return `${script.trimEnd()}\n\n-- RestoreObjects\n${objects.map(({ sql }) => `${sql};\n`).join('')}`;
}

/** Returns the statement that created a table. */
export function tableSql(table: string, catalogue: readonly CatalogueEntry[]): string | undefined {
  return catalogue.find(({ type, name }) => type === 'table' && isSame(name, table))?.sql ?? undefined;
}

/**
 * Lets a rebuilt table take its name while views and triggers refer to this name. SQLite would otherwise refuse the
 * rename, because the old table is already dropped.
 */
export function withViews(script: string): string {
  return rebuildsOf(script).reduce((text, { table }) => {
    const rename = renameTo(table);
    const lenient = `PRAGMA legacy_alter_table=ON;\n${rename}PRAGMA legacy_alter_table=OFF;\n`;
    return text.includes(lenient) ? text : text.replace(rename, () => lenient);
  }, script);
}

/** Returns the triggers and indexes that a rebuild in the script drops and does not create again. */
export function lostObjects(script: string, catalogue: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  const tables = rebuiltTables(script);
  return catalogue.filter(
    ({ type, name, table, sql }) =>
      (type === 'trigger' || type === 'index') &&
      sql !== null &&
      tables.some((one) => isSame(one, table)) &&
      !mentions(script, { type, name }),
  );
}

/** Returns whether a script creates or drops the object. */
export function mentions(script: string, { type, name }: Pick<CatalogueEntry, 'type' | 'name'>): boolean {
  const text = escaped(name.replaceAll('"', '""'));
  return new RegExp(
    String.raw`\b${type}\s+(?:if\s+(?:not\s+)?exists\s+)?(?:["\x60[]?main["\x60\]]?\.)?["\x60[]?${text}(?![\w$])`,
    'iu',
  ).test(script);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
