import { z } from 'zod';

const violation = z.object({
  driverAdapterError: z.object({
    cause: z.object({ constraint: z.object({ fields: z.array(z.string()) }) }),
  }),
});

/** Returns the fields that violate a unique constraint, from the Prisma error. */
export function uniqueFields(meta: unknown): readonly string[] {
  const { success, data } = violation.safeParse(meta);
  return success ? data.driverAdapterError.cause.constraint.fields : [];
}
