import type { ErrorRequestHandler } from 'express';
import { isRelatedMissing, relatedMissing } from './errors';

/** Ids of other records in the form Prisma connects them; none given means none touched. */
export function byId(ids: readonly string[] | undefined): { id: string }[] | undefined {
  return ids?.map((id) => ({ id }));
}

/** As much of a table as it takes to see which of its records exist. */
interface Table {
  findMany(query: {
    where: { id: { in: string[] } };
    select: { id: true };
  }): PromiseLike<readonly { id: string }[]>;
}

/** Where related records are, by the field they are written to. */
export type Tables = Readonly<Record<string, Table>>;

/** The database tells that a related record is missing, but not which one: this looks, and points to it in the body. */
export function pointToMissing(tables: Tables): ErrorRequestHandler {
  return async (failure, { method, body }, _res, _next) => {
    if (!isRelatedMissing(failure, method)) throw failure;
    throw relatedMissing(await missingIn(tables, body));
  };
}

/** JSON pointers to the ids in a body that lead nowhere. */
export async function missingIn(tables: Tables, body: object): Promise<string[]> {
  const given = new Map<string, unknown>(Object.entries(body));
  const pointers = await Promise.all(
    Object.entries(tables).map(([field, table]) =>
      missingFrom(table, { field, value: given.get(field) }),
    ),
  );
  return pointers.flat();
}

/** The ids are in one field, a single id or a list of them. */
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
