import type { RelatedFilter } from '../filters';
import { relatedMissing } from '../errors';
import { requireExisting, type Table } from '../relations';
import { type Parent, reachOf, withinReach } from './access';
import { deniedFields, withoutFields } from './field-access';
import { hooksOf } from './hooks';
import { type Actor, type Database, fieldOf, type Row } from './types';

/** A relation of an entity. */
export interface Relation {
  /** The field with the id or the ids of related records. */
  readonly field: string;
  /** The model of the related records. */
  readonly target: string;
  table(database: Database): Table;
  /** Whether a record has several related records. */
  readonly many?: true;
  /** Whether a record cannot become its own ancestor. */
  readonly isTree?: true;
}

interface Reader {
  readonly relations: Readonly<Record<string, Relation>>;
  readonly actor: Actor;
  readonly tx: Database;
}

interface Included extends Reader {
  readonly include: object | undefined;
}

interface Written {
  readonly body: object;
  readonly actor: Actor;
  readonly tx: Database;
  readonly parent: Parent | undefined;
}

/** Removes the included records, and their fields, that the caller may not read. */
export async function hideRelated<Item extends Row>(
  rows: Item[],
  { relations, include = {}, ...reader }: Included,
): Promise<Item[]> {
  let shown = rows;
  for (const [name, relation] of Object.entries(relations)) {
    if (!(name in include)) continue;
    const denied = await deniedFields(relation.target, 'read', reader.actor);
    const table = await visibleTable(relation, reader);
    if (table === undefined && denied.length === 0) continue;
    const ids = new Set(shown.flatMap((row) => relatedOf(row, name).map(({ id }) => id)));
    const visible = table && (await visibleOf([...ids], table));
    shown = shown.map((row) => {
      const kept = relatedOf(row, name)
        .filter(({ id }) => visible?.has(id) ?? true)
        .map((one) => withoutFields(one, denied));
      return { ...row, [name]: relation.many ? kept : (kept[0] ?? null) };
    });
  }
  return shown;
}

/**
 * Refuses related records that the caller may not read, and a parent that belongs to another user.
 *
 * @throws HttpProblem 422 with a pointer to every hidden or missing id
 */
export async function requireVisible(
  relations: Readonly<Record<string, Relation>>,
  { body, parent, ...writer }: Written,
): Promise<void> {
  const tables: Record<string, Table> = {};
  for (const [name, relation] of Object.entries(relations)) {
    const { field } = relation;
    const owned = name === parent?.relation ? parent : undefined;
    const given: unknown = Object.entries(body).find(([key]) => key === field)?.[1];
    if (owned && given == null && (owned.isNew || given === null)) {
      throw relatedMissing([`/${field}`]);
    }
    if (given == null) continue;
    const condition = bothOf(owned?.condition, await visibility(relation, writer));
    if (condition !== undefined) tables[field] = limited(relation.table(writer.tx), condition);
  }
  await requireExisting(tables, body);
}

/** Returns conditions for related records that the caller may read. */
export async function visibleFilters(
  filters: readonly RelatedFilter[],
  { relations, ...reader }: Reader,
): Promise<object[]> {
  const conditions: object[] = [];
  for (const { relation, condition } of filters) {
    const known = relations[relation];
    const visible = known && (await visibility(known, reader));
    const all = visible === undefined ? condition : { AND: [condition, visible] };
    conditions.push({ [relation]: known?.many ? { some: all } : all });
  }
  return conditions;
}

/** Returns the condition for the related records that the caller may read; `undefined` for all. */
async function visibility(
  { target }: Pick<Relation, 'target'>,
  { actor, tx }: Pick<Written, 'actor' | 'tx'>,
): Promise<object | undefined> {
  const limit = withinReach(target, await reachOf(target, 'read', actor));
  const { beforeRead } = await hooksOf(target, actor);
  const narrowed = beforeRead && (await beforeRead({ user: await actor.user(), tx }));
  return bothOf(limit, narrowed || undefined);
}

function bothOf(one: object | undefined, other: object | undefined): object | undefined {
  return one && other ? { AND: [one, other] } : (one ?? other);
}

/** Returns the related records that the caller may read; `undefined` if all are readable. */
async function visibleTable(
  { target, table }: Relation,
  reader: Pick<Written, 'actor' | 'tx'>,
): Promise<Table | undefined> {
  const condition = await visibility({ target }, reader);
  return condition && limited(table(reader.tx), condition);
}

/** Limits a table to the records that meet a condition. */
function limited(table: Table, condition: object): Table {
  return {
    findMany: ({ where, select }) =>
      table.findMany({ where: { ...where, AND: [condition] }, select }),
  };
}

/** The maximum number of ids in a query. Databases limit the number of values in a query. */
const mostIds = 10_000;

/** Returns the ids of records in a table. */
async function visibleOf(ids: readonly string[], table: Table): Promise<ReadonlySet<string>> {
  const visible = new Set<string>();
  for (let start = 0; start < ids.length; start += mostIds) {
    const where = { id: { in: ids.slice(start, start + mostIds) } };
    for (const { id } of await table.findMany({ where, select: { id: true } })) visible.add(id);
  }
  return visible;
}

/** Returns the related records of a row: one, several or none. */
function relatedOf(row: Row, name: string): Row[] {
  return [fieldOf(row, name)].flat().filter(isRow);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value;
}
