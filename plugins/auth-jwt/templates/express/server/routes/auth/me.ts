import type { Request, Response } from 'express';
import { requireAuth } from '../../lib/auth';
import { describe, userShape } from '../../lib/auth/describe';

export const openapi = {
  GET: describe('The current user.', { answers: { 200: 'The user.' }, shape: userShape }),
};

/** Returns the current user. */
export async function GET(req: Request, res: Response): Promise<void> {
  res.json(await requireAuth(req));
}
