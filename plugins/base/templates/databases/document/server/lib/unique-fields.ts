import { z } from 'zod';
import { uniqueIndexes } from '../generated/unique-indexes';

/** The name of the index. */
const violation = z.object({ target: z.string() });

/** The fields whose values another record has, from what Prisma tells of the error. */
export function uniqueFields(meta: unknown): readonly string[] {
  const { success, data } = violation.safeParse(meta);
  return success ? (uniqueIndexes.get(data.target) ?? []) : [];
}
