import { id as idSchema } from '@shared/lib/values';
import { z } from 'zod';
import { type Columns, isOptional, parsePresent } from './column';

/** The order of a list; records with the same value are told apart by their id. Empty values are the lowest. */
export interface Order {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** Where a page ended: the order, and the last record's value and id. */
const cursorSchema = z.tuple([
  z.string(),
  z.enum(['asc', 'desc']),
  z.string().nullable(),
  idSchema,
]);

/** The end of a page, as text for an address. */
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
 * The condition, as Prisma takes it, for all records that follow a cursor.
 * @returns undefined if the cursor wasn't made in this order
 */
export function whereAfter(cursor: string, order: Order, columns: Columns): object | undefined {
  const decoded = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!decoded.success) return undefined;
  const [field, direction, text, id] = decoded.data;
  if (field !== order.field || direction !== order.direction) return undefined;

  const schema = columns[field];
  if (schema === undefined) return undefined;
  const nullable = isOptional(schema);
  const value = text === null ? { success: nullable, data: null } : parsePresent(schema, text);
  if (!value.success) return undefined;
  const sameValue = { [field]: value.data, id: { [direction === 'asc' ? 'gt' : 'lt']: id } };
  return { OR: [sameValue, ...following(value.data, order, nullable)] };
}

/** Conditions for the values that come after one. */
function following(value: unknown, { field, direction }: Order, nullable: boolean): object[] {
  const ascending = direction === 'asc';
  if (value === null) return ascending ? [{ NOT: { [field]: null } }] : [];
  const empty = nullable && !ascending ? [{ [field]: null }] : [];
  // `false` comes before `true`, but Prisma has no `gt` for booleans.
  if (typeof value === 'boolean') {
    return value === ascending ? empty : [{ [field]: !value }, ...empty];
  }
  return [{ [field]: { [ascending ? 'gt' : 'lt']: value } }, ...empty];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
