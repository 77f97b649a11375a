import { db } from '../db';

/**
 * Records the step of an accepted code, unless it or a later step was recorded before. A single
 * statement, so only one of several requests succeeds.
 * @returns whether this request succeeded
 */
export async function takeStep(userId: string, step: number): Promise<boolean> {
  const { count } = await db.totp.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}
