import { z } from 'zod';
import { uniqueIndexes } from '../generated/unique-indexes';

const violation = z.object({
  driverAdapterError: z.object({
    cause: z.object({ constraint: z.object({ index: z.string() }) }),
  }),
});

/** Returns the fields that violate a unique constraint, from the Prisma error. */
export function uniqueFields(meta: unknown): readonly string[] {
  const { success, data } = violation.safeParse(meta);
  if (!success) return [];
  return uniqueIndexes.get(data.driverAdapterError.cause.constraint.index) ?? [];
}
