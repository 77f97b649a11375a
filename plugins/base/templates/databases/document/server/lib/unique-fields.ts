import { z } from 'zod';
import { uniqueIndexes } from '../generated/unique-indexes';

/** The name of the index. */
const violation = z.object({ target: z.string() });

/** Returns the fields that violate a unique constraint, from the Prisma error. */
export function uniqueFields(meta: unknown): readonly string[] {
  const { success, data } = violation.safeParse(meta);
  return success ? (uniqueIndexes.get(data.target) ?? []) : [];
}
