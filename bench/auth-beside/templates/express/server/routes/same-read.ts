import type { Request, Response } from 'express';
import { publicUser } from '../lib/auth/accounts';
import { findStoredSession } from '../lib/auth/stored-session';

export async function GET(req: Request, res: Response): Promise<void> {
  const session = await findStoredSession(String(req.query.id));
  res.json(session === undefined ? null : publicUser(session));
}
