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
 * Returns the Prisma conditions of a list’s parts, in their order. The records without a value are a
 * part of their own: in a query for all records, databases do not use the index for the order.
 */
export function partsOf({ field, direction }: Order, columns: Columns): readonly object[] {
  if (columns[field]?.isOptional !== true) return [{}];
  const parts = [isEmpty(field), isPresent(field)];
  return direction === 'asc' ? parts : parts.toReversed();
}

/**
 * Returns the parts of a list after a cursor.
 * @returns undefined if the cursor belongs to another sort order
 */
export function partsAfter(
  cursor: string,
  order: Order,
  columns: Columns,
): readonly object[] | undefined {
  const decoded = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!decoded.success) return undefined;
  const [field, direction, text, id] = decoded.data;
  if (field !== order.field || direction !== order.direction) return undefined;

  const column = columns[field];
  if (column === undefined) return undefined;
  const { isOptional } = column;
  const after = direction === 'asc' ? 'gt' : 'lt';
  if (text === null) {
    if (!isOptional) return undefined;
    const others = { ...isEmpty(field), id: { [after]: id } };
    return direction === 'asc' ? [others, isPresent(field)] : [others];
  }
  const value = column.value.safeParse(text);
  if (!value.success) return undefined;
  const end = isOptional && direction === 'desc' ? [isEmpty(field)] : [];
  const others = otherValues(value.data, order, column.value);
  if (others !== undefined) {
    return [{ OR: [{ [field]: value.data, id: { [after]: id } }, ...others] }, ...end];
  }
  const following = {
    // Logically redundant, but lets the database use the index.
    [field]: { [`${after}e`]: value.data },
    OR: [{ [field]: { [after]: value.data } }, { id: { [after]: id } }],
  };
  return [following, ...end];
}

/** Reads the parts of a list, in their order, until there are enough records. */
export async function readParts<Item>(
  parts: readonly object[],
  take: number,
  read: (part: object, take: number) => PromiseLike<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (const part of parts) {
    if (items.length < take) items.push(...(await read(part, take - items.length)));
  }
  return items;
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
