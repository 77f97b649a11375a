import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireAuth } from '../../lib/auth';
import { describe } from '../../lib/auth/describe';
import { db } from '../../lib/db';

export const openapi = {
  GET: describe('Whether the caller has verified the address of the account.', {
    answers: { 200: 'The state of the address.' },
    shape: z.object({ isVerified: z.boolean() }),
  }),
};

/** Returns whether the caller has verified the address of the account. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { id } = await requireAuth(req);
  const { emailVerified } = await db.user.findUniqueOrThrow({
    where: { id },
    select: { emailVerified: true },
  });
  res.json({ isVerified: emailVerified !== null });
}
