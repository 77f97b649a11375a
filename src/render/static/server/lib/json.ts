import { Prisma } from '../generated/prisma/client';

/** Converts `null` to the database NULL, which Prisma distinguishes from a JSON `null`. */
export function orDbNull<Value>(value: Value | null): Value | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : value;
}
