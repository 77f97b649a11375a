import type { Request, Response } from 'express';
import { requireAuth } from '../../lib/auth';

/** Who is calling. */
export async function GET(req: Request, res: Response): Promise<void> {
  res.json(await requireAuth(req));
}
