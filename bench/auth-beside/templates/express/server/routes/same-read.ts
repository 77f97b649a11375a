import type { Request, Response } from 'express';
import { db } from '../lib/db';

const columns = { id: true, email: true, name: true, role: true } as const;

export async function GET(req: Request, res: Response): Promise<void> {
  const session = await db.session.findUnique({
    where: { id: String(req.query.id) },
    select: { userId: true, expiresAt: true, lastUsedAt: true, user: { select: columns } },
  });
  res.json(session?.user ?? null);
}
