import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { readParts } from '../cursor';
import { db } from '../db';
import { isRelatedMissing, relatedMissing } from '../errors';
import type { ListRules, Page } from '../page';
import { notFound } from '../problem';
import { missingIn, requireExisting, type Tables } from '../relations';
import { writeLock } from '../write-lock';
import { admit, callerOf, type Operation, parentOf, withinReach } from './access';
import { registerRecords } from './all';
import { changedMeanwhile, changedSince, type Condition, etagOf, meets } from './etag';
import { deniedFields, withoutFields } from './field-access';
import { isOffered, notOffered } from './guards';
import { hooksOf } from './hooks';
import { requireOwner } from './owner';
import { movesOf, requireNoCycle, type TreeTable } from './tree';
import { type Actor, application, type Caller, type Database, type Row } from './types';
import { openGroups, requireUnique, type UniqueGroup } from './unique';
import { hideRelated, type Relation, requireVisible, visibleFilters } from './visibility';

/** The operations that all Prisma tables have in common. Tables without relations have no `include`. */
interface Table extends TreeTable {
  findMany(query: { where: object; orderBy: object[]; take: number }): PromiseLike<Row[]>;
  count(query: { where: object }): PromiseLike<number>;
  delete(query: { where: { id: string } }): PromiseLike<unknown>;
}

/** The actor and the database of a read or a write. */
interface Access {
  readonly actor: Actor;
  readonly tx: Database;
}

interface Write extends Access {
  readonly operation: 'create' | 'update';
  readonly body: object;
}

/** A write after which rules are checked. */
interface Checked {
  /** The database, or the transaction to use. */
  readonly open: Database;
  readonly body: object;
  readonly actor: Actor;
  /** The changed record; absent for a new record. */
  readonly id?: string;
}

interface Scope {
  readonly tx: Database;
  readonly caller: Caller;
}

/** The rules and the queries of one entity. */
export interface RecordRules<Input extends z.ZodType<object>, Patch extends z.ZodType<object>> {
  /** The name of the entity: `OrderLine`. */
  readonly name: string;
  readonly input: Input;
  readonly patch: Patch;
  /** The parts of a query that lists accept. */
  readonly lists: ListRules<string>;
  /** JSON fields, which are not columns of lists. */
  readonly json?: readonly string[];
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Unique groups with optional fields, in which an empty field equals an empty field. */
  readonly unique?: readonly UniqueGroup[];
  /** Checks related records before a write, if the database does not. */
  readonly mustExist?: (tables: Tables, body: object) => Promise<object>;
  table(database: Database): Table;
  /** Absent if the plugin that provides the model refuses new records. */
  create?(scope: Scope, data: z.output<Input>): PromiseLike<Row>;
  /** Absent if the plugin that provides the model refuses changes. */
  update?(scope: Scope, where: { id: string }, data: z.output<Patch>): PromiseLike<Row>;
}

interface WriteOptions {
  /** Default: the application itself. */
  readonly actor?: Actor;
  /** The transaction to use. Default: a new one if hooks need it. */
  readonly tx?: Database | undefined;
  /** The versions of the record that may be changed. */
  readonly ifMatch?: Condition | undefined;
}

/** The conditions of a list. */
type Selection = Pick<Page<string>, 'where'> & Partial<Pick<Page<string>, 'related'>>;
type ListQuery = Selection &
  Pick<Page<string>, 'orderBy' | 'take'> &
  Partial<Pick<Page<string>, 'parts'>> & {
    /** The related records to read, as a Prisma argument. */
    readonly include?: object | undefined;
  };

/** Functions that read and write one entity’s records. All of them run the hooks of the entity. */
export interface Records<Input extends z.ZodType<object>, Patch extends z.ZodType<object>> {
  readonly rules: RecordRules<Input, Patch>;
  list(query: ListQuery, actor?: Actor): Promise<Row[]>;
  /** Returns the number of records that the filters select. */
  count(query: Selection, actor?: Actor): Promise<number>;
  /** @throws HttpProblem 404 if the record does not exist or is not accessible */
  read(id: string, options?: { include?: object | undefined; actor?: Actor }): Promise<Row>;
  create(data: z.output<Input>, options?: WriteOptions): Promise<Row>;
  /** @throws HttpProblem 412 if the record no longer has a version of `ifMatch` */
  update(id: string, data: z.output<Patch>, options?: WriteOptions): Promise<Row>;
  remove(id: string, options?: WriteOptions): Promise<void>;
}

/** The maximum time to wait for a transaction, in milliseconds. */
const maxWait = 10_000;

/** Runs a function in a new transaction. @param timeout the maximum duration, in milliseconds */
export function inTransaction<Result>(
  run: (tx: Database) => Promise<Result>,
  timeout: number,
): Promise<Result> {
  return db.$transaction(run, { maxWait, timeout });
}

/** The maximum duration of one write with its hooks, in milliseconds. */
export const timeout = 5_000;

/** Defines the records of an entity with its access rules, queries and hooks. */
export function defineRecords<Input extends z.ZodType<object>, Patch extends z.ZodType<object>>(
  rules: RecordRules<Input, Patch>,
): Records<Input, Patch> {
  const { name, relations = {}, unique = [], table } = rules;
  const related = Object.values(relations);
  const tables = (tx: Database): Tables =>
    Object.fromEntries(related.map(({ field, table: one }) => [field, one(tx)]));

  /**
   * Returns conditions for the records that an operation may use.
   *
   * @throws HttpProblem 401 or 403 if the actor may not use any
   */
  async function conditions(operation: Operation, { actor, tx }: Access): Promise<object[]> {
    const limit = withinReach(name, await admit(name, operation, actor));
    const { beforeRead } = await hooksOf(name, actor);
    const narrowed = beforeRead && (await beforeRead({ user: await actor.user(), tx }));
    return [...(limit ? [limit] : []), ...(narrowed ? [narrowed] : [])];
  }

  async function byId(id: string, operation: Operation, access: Access) {
    const limited = await conditions(operation, access);
    return { id, ...(limited.length > 0 && { AND: limited }) };
  }

  /** Returns the condition of a list: the query's, and those for the caller. */
  async function selected(
    { where, related: filters = [] }: Selection,
    actor: Actor,
  ): Promise<object> {
    const limited = [
      ...(await conditions('read', { actor, tx: db })),
      ...(await visibleFilters(filters, { relations, actor, tx: db })),
    ];
    return limited.length === 0 ? where : { AND: [where, ...limited] };
  }

  /** @throws HttpProblem 422 if `body` names related records that are missing or not accessible */
  async function requireRelated({ operation, body, actor, tx }: Write): Promise<void> {
    await rules.mustExist?.(tables(tx), body);
    const parent = await parentOf(name, operation, actor);
    await requireVisible(relations, { body, actor, tx, parent });
    // After an error, a transaction accepts no queries. There, the check must precede the write.
    if (tx !== db) await requireExisting(tables(tx), body);
  }

  /** Runs a query that writes `body`, and names missing related records. */
  async function store(
    { operation, body: given, actor, tx }: Write,
    query: (scope: Scope) => PromiseLike<Row>,
  ): Promise<Row> {
    const caller = await callerOf(name, operation, actor);
    const body = without(given, caller.ignored);
    if (related.length > 0) await requireRelated({ operation, body, actor, tx });
    try {
      return await query({ tx, caller });
    } catch (error) {
      if (tx !== db || !isRelatedMissing(error, 'POST')) throw error;
      throw relatedMissing(await missingIn(tables(db), body));
    }
  }

  /** Runs a write, in a transaction if a rule is checked after it. */
  async function checked(
    { open, body, actor, id }: Checked,
    write: (tx: Database) => Promise<Row>,
  ): Promise<Row> {
    const moves = id === undefined ? [] : movesOf(related, body);
    const groups = openGroups(unique, { body, isNew: id === undefined });
    if (moves.length + groups.length === 0) return write(open);
    const run = async (tx: Database) => {
      await writeLock.beforeWrite?.(tx, name);
      // After the first write, other writers of SQLite wait.
      const row = await write(tx);
      if (id !== undefined) await requireNoCycle({ id, moves, tx, table });
      await requireUnique(row, { groups, table: table(tx) });
      return row;
    };
    if (open !== db) return run(open);
    // The transaction must not wait for a query outside it.
    await actor.user();
    return inTransaction(run, timeout);
  }

  /** Sets the time of a change of linked records only, which Prisma does not set. */
  function withTime(given: z.output<Patch>): z.output<Patch> {
    const isLinked = related.some(({ field, many }) => many && field in given);
    return isLinked ? { ...given, updatedAt: new Date() } : given;
  }

  /** Returns the record before a write, if it has an accepted version. */
  async function readBefore(
    where: { id: string },
    ifMatch: Condition | undefined,
    { actor, tx }: Access,
  ) {
    const previous = await table(tx).findUnique({ where });
    if (previous === null) throw notFound('The record does not exist.');
    if (ifMatch === undefined) return previous;
    // The tag that the caller knows does not depend on fields that the caller may not read.
    if (!meets(ifMatch, etagOf(await readable(previous, actor)))) throw changedSince();
    return previous;
  }

  /** Returns a record without the fields that the actor may not read. */
  async function readable(row: Row, actor: Actor): Promise<Row> {
    return withoutFields(row, await deniedFields(name, 'read', actor));
  }

  const records: Records<Input, Patch> = {
    rules,

    async list({ parts = [{}], orderBy, take: most, include, ...query }, actor = application) {
      const all = await selected(query, actor);
      const rows = await readParts(parts, most, (part, take) => {
        const found = { where: { ...part, AND: [all] }, orderBy, take, include };
        return table(db).findMany(found);
      });
      const denied = await deniedFields(name, 'read', actor);
      const shown = denied.length === 0 ? rows : rows.map((row) => withoutFields(row, denied));
      return hideRelated(shown, { relations, include, actor, tx: db });
    },

    async count(query, actor = application) {
      return table(db).count({ where: await selected(query, actor) });
    },

    async read(id, { include, actor = application } = {}) {
      const found = { where: await byId(id, 'read', { actor, tx: db }), include };
      const row = await table(db).findUnique(found);
      const rows = row === null ? [] : [await readable(row, actor)];
      const [shown] = await hideRelated(rows, { relations, include, actor, tx: db });
      if (shown === undefined) throw notFound();
      return shown;
    },

    async create(data, { actor = application, tx } = {}) {
      const query = rules.create;
      if (query === undefined) throw notOffered(name, 'create');
      await admit(name, 'create', actor);
      await requireOwner(name, { body: data, actor });
      const { beforeCreate, afterCreate } = await hooksOf(name, actor);
      const insert = (open: Database, given: z.output<Input>) =>
        checked({ open, body: given, actor }, (inside) =>
          store({ operation: 'create', body: given, actor, tx: inside }, (scope) =>
            query(scope, given),
          ),
        );
      if (!beforeCreate && !afterCreate) return readable(await insert(tx ?? db, data), actor);
      const user = await actor.user();
      const run = async (open: Database) => {
        const given = await beforeCreate?.({ data, user, tx: open });
        const record = await insert(open, (given ?? data) as z.output<Input>);
        await afterCreate?.({ record, user, tx: open });
        return record;
      };
      const record = await (tx === undefined ? inTransaction(run, timeout) : run(tx));
      return readable(record, actor);
    },

    async update(id, data, { actor = application, tx, ifMatch } = {}) {
      const query = rules.update;
      if (query === undefined) throw notOffered(name, 'update');
      const { beforeUpdate, afterUpdate } = await hooksOf(name, actor);
      const hasHooks = Boolean(beforeUpdate ?? afterUpdate);
      const where = await byId(id, 'update', { actor, tx: tx ?? db });
      const read = () => table(tx ?? db).findUnique({ where });
      await requireOwner(name, { body: data, actor, read });
      const change = (open: Database, at: { id: string }, given: z.output<Patch>) =>
        checked({ open, body: given, actor, id }, (inside) =>
          store({ operation: 'update', body: given, actor, tx: inside }, (scope) =>
            query(scope, at, withTime(given)),
          ),
        );
      if (!hasHooks && ifMatch === undefined) {
        return readable(await change(tx ?? db, where, data), actor);
      }

      const user = hasHooks ? await actor.user() : null;
      const run = async (open: Database) => {
        const previous = await readBefore(where, ifMatch, { actor, tx: open });
        const given = await beforeUpdate?.({ data, previous, user, tx: open });
        const at = { ...where, updatedAt: previous.updatedAt };
        const changes = (given ?? data) as z.output<Patch>;
        const record = await change(open, at, changes).catch(reportChange(ifMatch));
        await afterUpdate?.({ record, previous, user, tx: open });
        return record;
      };
      const record = await (hasHooks && tx === undefined
        ? inTransaction(run, timeout)
        : run(tx ?? db));
      return readable(record, actor);
    },

    async remove(id, { actor = application, tx, ifMatch } = {}) {
      if (!isOffered(name, 'delete')) throw notOffered(name, 'delete');
      const { beforeDelete, afterDelete } = await hooksOf(name, actor);
      const hasHooks = Boolean(beforeDelete ?? afterDelete);
      const where = await byId(id, 'delete', { actor, tx: tx ?? db });
      if (!hasHooks && ifMatch === undefined) {
        await table(tx ?? db).delete({ where });
        return;
      }
      const user = hasHooks ? await actor.user() : null;
      const run = async (open: Database) => {
        const previous = await readBefore(where, ifMatch, { actor, tx: open });
        await beforeDelete?.({ previous, user, tx: open });
        const at = { ...where, updatedAt: previous.updatedAt };
        await table(open).delete({ where: at }).then(undefined, reportChange(ifMatch));
        await afterDelete?.({ previous, user, tx: open });
      };
      await (hasHooks && tx === undefined ? inTransaction(run, timeout) : run(tx ?? db));
    },
  };
  registerRecords(name, records);
  return records;
}

/** Returns the body without an ignored field. */
function without(body: object, field: string | undefined): object {
  if (field === undefined) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

/** Reports a record that another request changed between a read and a write. */
function reportChange(ifMatch: Condition | undefined) {
  return (error: unknown): never => {
    const isGone = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
    if (!isGone || isRelatedMissing(error, 'PATCH')) throw error;
    throw ifMatch === undefined ? changedMeanwhile() : changedSince();
  };
}
