import type { Rename } from '../data-layer/renames.ts';
import type { Provider } from './database-url.ts';
import type { Driver } from './driver.ts';
import { quoted, type PlannedColumn, type RenamePlan } from './rename-statements.ts';
import type { SchemaColumn } from './schema-models.ts';

/** Values in rows of an enum column that the schema's enum does not contain. */
export interface UnknownValues {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** An enum column in the database. */
interface EnumColumn {
  readonly table: string;
  readonly existing: PlannedColumn;
  readonly wanted: SchemaColumn;
}

/**
 * Returns the enum columns whose rows hold values that the schema does not contain, or new names of renamed values. The
 * names are those after all renames of the plan.
 */
export async function unknownValues(
  plan: RenamePlan,
  driver: Driver,
  renames: readonly Rename[] = [],
): Promise<readonly UnknownValues[]> {
  const columns = enumColumns(plan)
    .filter((column) => canBeUnknown(column, plan))
    .map((column) => withoutNewNames(column, { renames, models: plan.models }));
  const found = new Map<EnumColumn, string[]>();
  // SQLite limits the number of combined queries.
  for (let start = 0; start < columns.length; start += 100) {
    const part = columns.slice(start, start + 100);
    const queries = part.map(
      (column, index) => `SELECT DISTINCT '${index}' AS at, ${unknownOf(column, plan.provider)}`,
    );
    for (const [at, value = ''] of await driver.select(queries.join(' UNION ALL '))) {
      const column = part[Number(at)];
      if (column !== undefined) found.set(column, [...(found.get(column) ?? []), value]);
    }
  }
  return [...found].map(([{ table, existing }, values]) => ({ table, column: existing.name, values: values.sort() }));
}

function withoutNewNames(column: EnumColumn, { renames, models }: ValueNames): EnumColumn {
  const model = models.find(({ table }) => table === column.table)?.name;
  const isNew = (value: string) =>
    renames.some(
      (one) => one.kind === 'value' && one.model === model && one.field === column.wanted.field && one.to === value,
    );
  return { ...column, wanted: { ...column.wanted, values: column.wanted.values.filter((value) => !isNew(value)) } };
}

interface ValueNames {
  readonly renames: readonly Rename[];
  readonly models: RenamePlan['models'];
}

function enumColumns({ models, tables }: RenamePlan): readonly EnumColumn[] {
  return models.flatMap(({ table, columns }) =>
    columns.flatMap((wanted) => {
      const existing = tables.get(table)?.find(({ name }) => wanted.isEnum && name === wanted.name);
      return existing === undefined ? [] : [{ table, existing, wanted }];
    }),
  );
}

/** On PostgreSQL, only a column of an enum type with other values. SQLite stores text. */
function canBeUnknown({ existing, wanted }: EnumColumn, { provider, enums }: RenamePlan): boolean {
  if (provider === 'sqlite') return existing.type === 'text';
  const values = enums.get(existing.type.replace(/^_/, '')) ?? [];
  return values.some((value) => !wanted.values.includes(value));
}

/** The query uses the names before the renames, because the renames are not applied yet. */
function unknownOf({ table, existing, wanted }: EnumColumn, provider: Provider): string {
  const origin = existing.origin ?? { table, column: existing.name };
  const isList = provider === 'postgresql' && wanted.isList;
  const value = `CAST(${isList ? 'item' : quoted(origin.column)} AS TEXT)`;
  const items = isList ? `, unnest(${quoted(origin.column)}) AS item` : '';
  // An enum can consist of renamed values only.
  const others = wanted.values.length === 0 ? 'IS NOT NULL' : `NOT IN (${wanted.values.map(literal).join(', ')})`;
  return `${value} AS value FROM ${quoted(origin.table)}${items} WHERE ${value} ${others}`;
}

interface ValueRenaming {
  readonly plan: RenamePlan;
  readonly unknown: readonly UnknownValues[];
  /** The scripts of all migrations, oldest first. */
  readonly history: string;
}

/** A planned statement, and the loss that needs consent. */
export interface ValueChange {
  readonly statement: string;
  readonly loss?: string;
}

/**
 * Returns the statements that rename enum values: of the type on PostgreSQL, of the rows on SQLite. If the database has
 * both names, the rows get the new value, which is a loss if rows already have the new value. A rename is skipped as
 * already applied if the old value is missing. SQLite stores no list of values, so the rename is skipped if the history
 * contains it and no row has the old value.
 */
export function valueChanges(renames: readonly Rename[], given: ValueRenaming): readonly ValueChange[] {
  const columns = enumColumns(given.plan);
  return renames.flatMap((rename) => {
    if (rename.kind !== 'value') return [];
    const model = given.plan.models.find(({ name }) => name === rename.model);
    const column = columns.find(({ table, wanted }) => table === model?.table && wanted.field === rename.field);
    return column === undefined ? [] : valueChange(column, { ...given, rename });
  });
}

interface OneRenaming extends ValueRenaming {
  readonly rename: { readonly from: string; readonly to: string };
}

function valueChange(column: EnumColumn, { rename, plan, unknown, history }: OneRenaming): readonly ValueChange[] {
  const { table, existing } = column;
  const { from, to } = rename;
  const stored = unknown.filter((one) => isColumn(one, column)).flatMap(({ values }) => values);
  const update = (old: string, value: string) =>
    `UPDATE ${quoted(table)} SET ${quoted(existing.name)} = ${literal(value)} WHERE ${quoted(existing.name)} = ${literal(old)}`;
  const statement = update(from, to);
  const sentence = `Rows of the \`${table}\` table with \`${from}\` in \`${existing.name}\` get \`${to}\`, which other rows already have.`;
  const merged = stored.includes(to) ? [{ statement, loss: sentence }] : [{ statement }];
  if (plan.provider === 'sqlite') {
    // The former value can have come back after an earlier rename.
    const isNew = history.lastIndexOf(statement) <= history.lastIndexOf(update(to, from));
    return isNew || stored.includes(from) ? merged : [];
  }
  const values = plan.enums.get(existing.type);
  if (values?.includes(from) !== true) return [];
  if (values.includes(to)) return merged;
  plan.enums.set(
    existing.type,
    values.map((value) => (value === from ? to : value)),
  );
  return [{ statement: `ALTER TYPE ${quoted(existing.type)} RENAME VALUE ${literal(from)} TO ${literal(to)}` }];
}

function isColumn({ table, column }: UnknownValues, { table: other, existing }: EnumColumn): boolean {
  return table === other && column === existing.name;
}

/** Returns the values that neither the schema nor a rename contains. */
export function withoutRenamed(
  unknown: readonly UnknownValues[],
  { renames, models }: ValueNames,
): readonly UnknownValues[] {
  return unknown.flatMap(({ table, column, values }) => {
    const model = models.find((one) => one.table === table);
    const field = model?.columns.find(({ name }) => name === column);
    const isRenamed = (value: string) =>
      renames.some(
        (one) => one.kind === 'value' && one.model === model?.name && one.field === field?.field && one.from === value,
      );
    const left = values.filter((value) => !isRenamed(value) && field?.values.includes(value) !== true);
    return left.length === 0 ? [] : [{ table, column, values: left }];
  });
}

/** The engine warns about removed enum values even if no row has these values. */
export function isAboutValues(warning: string): boolean {
  return /^The values? \[.*\] on the enum `.*` will be removed/s.test(warning);
}

/** Returns one sentence for each column. */
export function unknownSentences(unknown: readonly UnknownValues[]): readonly string[] {
  return unknown.map(({ table, column, values }) => {
    const named = values.map((value) => `\`${value}\``).join(', ');
    return `Rows of the \`${table}\` table have ${named} in \`${column}\`, but the enum has no such value.`;
  });
}

/** The fix for unknown values. Consent would leave rows that the application cannot read. */
export const unknownHint =
  'Declare the renamed value: { "name": "NEW", "was": "OLD" }. Otherwise keep the value, or change these rows first.';

function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
