import { id as idSchema } from '@shared/lib/values';
import { z } from 'zod';
import type { Columns } from './column';
import { isEmpty, isPresent } from './conditions';

/**
 * The sort order of a list. Records with equal values are sorted by id. Empty values are lowest.
 */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** The end of a page: sort order, and the last record’s value and id. */
const cursorSchema = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.string().nullable(),
  idSchema,
]);

/** Encodes the end of a page for a URL. */
export function encodeCursor(
  last: Readonly<Record<string, unknown>>,
  { field, direction }: Order,
): string {
  const value = last[field];
  const text = value instanceof Date ? value.toISOString() : String(value);
  const cursor = [field, direction, value === null ? null : text, last.id];
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/**
 * Returns the Prisma condition for all records after a cursor.
 * @returns undefined if the cursor belongs to another sort order
 */
export function whereAfter(cursor: string, order: Order, columns: Columns): object | undefined {
  const decoded = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!decoded.success) return undefined;
  const [field, direction, text, id] = decoded.data;
  if (field !== order.field || direction !== order.direction) return undefined;

  const column = columns[field];
  if (column === undefined) return undefined;
  const { isOptional } = column;
  const value = text === null ? { success: isOptional, data: null } : column.value.safeParse(text);
  if (!value.success) return undefined;
  const after = direction === 'asc' ? 'gt' : 'lt';
  const end = isOptional && direction === 'desc' && text !== null ? [isEmpty(field)] : [];
  const others = otherValues(value.data, order, column.value);
  if (others !== undefined) {
    const same = text === null ? isEmpty(field) : { [field]: value.data };
    return { OR: [{ ...same, id: { [after]: id } }, ...others, ...end] };
  }
  const following = {
    // Logically redundant, but lets the database use the index.
    [field]: { [`${after}e`]: value.data },
    OR: [{ [field]: { [after]: value.data } }, { id: { [after]: id } }],
  };
  return end.length === 0 ? following : { OR: [following, ...end] };
}

/**
 * Returns conditions for the values after the given value. Used for booleans and enums, whose
 * values Prisma cannot compare.
 */
function otherValues(
  value: unknown,
  { field, direction }: Order,
  schema: z.ZodType,
): object[] | undefined {
  if (value === null) return direction === 'asc' ? [isPresent(field)] : [];
  const known: readonly unknown[] = schema instanceof z.ZodEnum ? schema.options : [false, true];
  const at = known.indexOf(value);
  if (at < 0) return undefined;
  const others = direction === 'asc' ? known.slice(at + 1) : known.slice(0, at);
  return others.map((other) => ({ [field]: other }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
