import { z } from 'zod';
import { db } from '../db';

const updated = z.object({ n: z.number() });

/**
 * Records the step of an accepted code, unless it or a later step was recorded before. Prisma would
 * find and update the document in two steps. MongoDB does both atomically, so only one of several
 * requests succeeds.
 * @returns whether this request succeeded
 */
export async function takeStep(userId: string, step: number): Promise<boolean> {
  const result = await db.$runCommandRaw({
    update: 'Totp',
    updates: [{ q: { userId, lastStep: { $lt: step } }, u: { $set: { lastStep: step } } }],
  });
  return updated.parse(result).n === 1;
}
