import type { Rename } from '../data-layer/renames.ts';
import type { Provider } from './database-url.ts';
import type { Column } from './driver.ts';
import { relationSteps } from './relation-tables.ts';
import type { SchemaColumn, SchemaLink, SchemaModel } from './schema-models.ts';

/** Maps names of enum types to their values. */
export type Enums = Map<string, readonly string[]>;

/** The existing tables. Updated while statements are planned. */
export type Tables = Map<string, readonly PlannedColumn[]>;

export interface PlannedColumn extends Column {
  /** The names in the database before the planned renames. Absent without renames. */
  readonly origin?: { readonly table: string; readonly column: string };
}

export interface RenamePlan {
  readonly provider: Provider;
  readonly models: readonly SchemaModel[];
  readonly tables: Tables;
  /** The values of the existing enum types, in order. Updated while statements are planned. Empty on SQLite. */
  readonly enums: Enums;
  /** Maps dropped join tables to the relations that get their names, such as `Post.likes`. Updated while statements are planned. */
  readonly replaced: Map<string, string>;
}

/**
 * Returns the SQL statements that rename tables and columns instead of dropping and creating them. A rename is skipped
 * as already applied if the old name is missing or the new name exists. Constraints and indexes keep their names: the
 * engine compares the result with the schema and renames them.
 */
export function renameStatements(renames: readonly Rename[], plan: RenamePlan): readonly string[] {
  const models = renameModels(renames, plan);
  const misplaced = placeRelations(renames, plan);
  const relations = renameRelations(renames, plan);
  const renamed = new Map([...relations.renamed, ...misplaced.renamed]);
  return [
    ...models.statements,
    ...misplaced.statements,
    ...relations.statements,
    ...joinStatements({ models: models.renamed, relations: renamed, plan }),
    ...columnStatements(renames, plan),
    ...enumStatements(plan),
  ];
}

interface Renamed<Old> {
  readonly statements: readonly string[];
  /** Maps new names to the planned renames. */
  readonly renamed: ReadonlyMap<string, Old>;
}

/** The name of a join table when its constraints were created, and whether its columns change places. */
interface OldTable extends Pick<Rename & { readonly kind: 'table' }, 'from' | 'isSwapped'> {
  /** Whether another table has one of the two names, before or afterwards. */
  readonly isReused?: boolean;
}

/**
 * Renames models. A name can become free only after another rename, so pending renames are retried until none succeeds.
 */
function renameModels(renames: readonly Rename[], plan: RenamePlan): Renamed<string> {
  const statements: string[] = [];
  const renamed = new Map<string, string>();
  let left = renames.filter((rename) => rename.kind === 'model');
  for (let moved = true; moved;) {
    const waiting = left.filter(({ from, to }) => {
      const table = plan.models.find(({ name }) => name === to)?.table ?? to;
      const done = table === to ? tableRename(plan.tables, { from, to: table }) : undefined;
      if (done === undefined) return true;
      statements.push(done);
      renamed.set(to, from);
      return false;
    });
    moved = waiting.length < left.length;
    left = waiting;
  }
  return { statements, renamed };
}

/** Gives relations the table that is named after both entities, if their rows are in a table of their own name. */
function placeRelations(renames: readonly Rename[], plan: RenamePlan): Renamed<OldTable> {
  const renamed = new Map<string, OldTable>();
  const statements = relationSteps(renames, plan).flatMap((step) => {
    if (step.kind === 'rename') {
      renamed.set(step.to, step);
      return tableRename(plan.tables, step) ?? [];
    }
    plan.tables.delete(step.table);
    plan.replaced.set(step.table, step.keeper);
    return `DROP TABLE ${quoted(step.table)}`;
  });
  return { statements, renamed };
}

/** Renames tables of many-to-many relations that are named after a field. */
function renameRelations(renames: readonly Rename[], { tables }: RenamePlan): Renamed<OldTable> {
  const statements: string[] = [];
  const renamed = new Map<string, OldTable>();
  for (const rename of renames) {
    if (rename.kind !== 'table') continue;
    const statement = tableRename(tables, rename);
    if (statement === undefined) continue;
    statements.push(statement);
    renamed.set(rename.to, rename);
  }
  return { statements, renamed };
}

function tableRename(tables: Tables, { from, to }: { readonly from: string; readonly to: string }): string | undefined {
  const columns = tables.get(from);
  if (columns === undefined || tables.has(to)) return undefined;
  tables.delete(from);
  tables.set(to, columns);
  return `ALTER TABLE ${quoted(from)} RENAME TO ${quoted(to)}`;
}

interface Joins {
  readonly models: ReadonlyMap<string, string>;
  readonly relations: ReadonlyMap<string, OldTable>;
  readonly plan: RenamePlan;
}

/**
 * Renames tables of many-to-many relations that are named after their models. Their columns refer to the models in
 * alphabetical order. A relation to the same model has a link for each side.
 */
function joinStatements(joins: Joins): readonly string[] {
  const steps = joins.plan.models.flatMap(({ name, links }) =>
    links
      .filter(({ target, relation }, index) =>
        name === target ? links.findIndex((other) => other.relation === relation) === index : name < target,
      )
      .map((link) => joinRename(name, { link, joins })),
  );
  // An index of another table can have the name of a new one until it is dropped.
  return [...steps.flatMap(({ first }) => first), ...steps.flatMap(({ last }) => last)];
}

interface JoinRename {
  readonly first: readonly string[];
  /** The statements after the first ones of all tables. */
  readonly last: readonly string[];
}

function joinRename(source: string, { link, joins }: { readonly link: SchemaLink; readonly joins: Joins }): JoinRename {
  const { models, relations, plan } = joins;
  const { target, relation } = link;
  const before = [models.get(source) ?? source, models.get(target) ?? target] as const;
  const to = `_${relation}`;
  const isUnnamed = relation === `${source}To${target}`;
  const old = relations.get(to);
  const from = old?.from ?? (isUnnamed ? `_${before.toSorted().join('To')}` : to);
  const rename = tableRename(plan.tables, { from, to });
  const isSwapped = (before[0] > before[1] || old?.isSwapped === true) && plan.tables.has(to);
  if (rename === undefined && !relations.has(to) && !isSwapped) return { first: [], last: [] };
  const freed = { was: from, provider: plan.provider };
  const isReplaced = isSwapped || old?.isReused === true;
  return {
    first: [
      ...(rename === undefined ? [] : [rename]),
      ...dropForeignKeys(to, freed),
      ...(isReplaced ? dropIndexes(to, freed) : []),
    ],
    last: [...(isSwapped ? swapOf(to) : []), ...(isReplaced ? createIndex(to, plan.provider) : [])],
  };
}

interface Freed {
  /** The table's name when its constraints were created. */
  readonly was: string;
  readonly provider: Provider;
}

/**
 * Drops the foreign keys of a join table. The engine adds missing keys but does not rename these. SQLite's keys have no
 * names.
 */
function dropForeignKeys(table: string, { was, provider }: Freed): readonly string[] {
  return provider === 'sqlite' ? [] : ['A_fkey', 'B_fkey'].map((name) => dropConstraint(table, `${was}_${name}`));
}

/** Drops the indexes. If columns or tables swap places, the old index names would conflict. */
function dropIndexes(table: string, { was, provider }: Freed): readonly string[] {
  const indexes = ['B_index', 'AB_unique'].map((name) => `DROP INDEX IF EXISTS ${quoted(`${was}_${name}`)}`);
  return provider === 'sqlite' ? indexes : [dropConstraint(table, `${was}_AB_pkey`), ...indexes];
}

function dropConstraint(table: string, name: string): string {
  return `ALTER TABLE ${quoted(table)} DROP CONSTRAINT IF EXISTS ${quoted(name)}`;
}

function swapOf(table: string): readonly string[] {
  const steps = [
    ['A', 'A_'],
    ['B', 'A'],
    ['A_', 'B'],
  ] as const;
  return steps.map(([from, to]) => columnRename(table, { from, to }));
}

/** Creates the unique index on SQLite. The engine would create it with a needless warning about duplicates. */
function createIndex(table: string, provider: Provider): readonly string[] {
  if (provider !== 'sqlite') return [];
  return [`CREATE UNIQUE INDEX ${quoted(`${table}_AB_unique`)} ON ${quoted(table)}("A", "B")`];
}

function columnStatements(renames: readonly Rename[], { models, tables }: RenamePlan): readonly string[] {
  return renames
    .filter((rename) => rename.kind === 'column')
    .flatMap(({ model: name, from, to }) => {
      const model = models.find((one) => one.name === name);
      const table = model?.table ?? name;
      const column = model?.columns.find(({ field }) => field === to)?.name ?? to;
      const columns = tables.get(table) ?? [];
      const old = columns.find((one) => one.name === from);
      if (old === undefined || columns.some((one) => one.name === column)) return [];
      tables.set(
        table,
        columns.map((one) => (one === old ? { ...one, name: column } : one)),
      );
      return [columnRename(table, { from, to: column })];
    });
}

export function columnRename(table: string, { from, to }: { readonly from: string; readonly to: string }): string {
  return `ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`;
}

/**
 * Renames enum types after the columns that use them. The engine would drop and recreate a column whose type has
 * another name. A name can become free only after another rename, so pending renames are retried until none succeeds.
 */
function enumStatements({ models, tables, enums }: RenamePlan): readonly string[] {
  const statements: string[] = [];
  for (let renamed = true; renamed;) {
    renamed = false;
    const uses = models.flatMap(({ table, columns }) =>
      columns.flatMap((column) => enumUse(column, tables.get(table))),
    );
    for (const [from, wanted] of Map.groupBy(uses, (use) => use.from)) {
      const [to, ...others] = new Set(wanted.map((use) => use.to));
      const values = enums.get(from);
      if (to === undefined || others.length > 0 || to === from || values === undefined || enums.has(to)) continue;
      statements.push(`ALTER TYPE ${quoted(from)} RENAME TO ${quoted(to)}`);
      enums.delete(from);
      enums.set(to, values);
      for (const [table, columns] of tables)
        tables.set(
          table,
          columns.map((column) => ofType(column, { from, to })),
        );
      renamed = true;
    }
  }
  return statements;
}

/** Returns the type of an existing enum column, and the type that the schema requires. */
function enumUse({ name, type: to, isEnum }: SchemaColumn, columns: readonly Column[] = []) {
  const type = columns.find((column) => column.name === name)?.type;
  return isEnum && type !== undefined ? [{ from: type.replace(/^_/, ''), to }] : [];
}

function ofType(column: PlannedColumn, { from, to }: { readonly from: string; readonly to: string }): PlannedColumn {
  if (column.type === from) return { ...column, type: to };
  return column.type === `_${from}` ? { ...column, type: `_${to}` } : column;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
