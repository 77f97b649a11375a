import type { ErrorRequestHandler } from 'express';
import { isRelatedMissing, relatedMissing } from './errors';

/**
 * Returns ids in Prisma’s form for connecting records. Without ids, returns `undefined` to keep the
 * relation unchanged.
 */
export function byId(ids: readonly string[] | undefined): { id: string }[] | undefined {
  return ids?.map((id) => ({ id }));
}

/** The part of a table that is needed to check which records exist. */
export interface Table {
  findMany(query: {
    where: { id: { in: string[] }; AND?: object[] };
    select: { id: true };
  }): PromiseLike<readonly { id: string }[]>;
}

/** The tables of related records, by field name. */
export type Tables = Readonly<Record<string, Table>>;

/**
 * The database reports a missing related record without its id. This handler finds the id and adds
 * a pointer to it.
 */
export function pointToMissing(tables: Tables): ErrorRequestHandler {
  return async (failure, { method, body }, _res, _next) => {
    if (!isRelatedMissing(failure, method)) throw failure;
    throw relatedMissing(await missingIn(tables, body));
  };
}

/** Returns JSON pointers to the ids of missing records in a body. */
export async function missingIn(tables: Tables, body: object): Promise<string[]> {
  const given = new Map<string, unknown>(Object.entries(body));
  const pointers = await Promise.all(
    Object.entries(tables).map(([field, table]) =>
      missingFrom(table, { field, value: given.get(field) }),
    ),
  );
  return pointers.flat();
}

/** @throws HttpProblem 422 with a pointer to every id of a missing record */
export async function requireExisting(tables: Tables, body: object): Promise<void> {
  const pointers = await missingIn(tables, body);
  if (pointers.length > 0) throw relatedMissing(pointers);
}

/** Checks the ids of one field: a single id or a list. */
async function missingFrom(
  table: Table,
  { field, value }: { field: string; value: unknown },
): Promise<string[]> {
  const ids = [value].flat().filter((id) => typeof id === 'string');
  if (ids.length === 0) return [];
  const found = await table.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const known = new Set(found.map(({ id }) => id));
  return ids.flatMap((id, index) => {
    if (known.has(id)) return [];
    return [Array.isArray(value) ? `/${field}/${index}` : `/${field}`];
  });
}
