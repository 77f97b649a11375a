import type { Request, Response } from 'express';
import { db } from '../lib/db';

/** Returns the newest entries. */
export async function GET(_req: Request, res: Response): Promise<void> {
  res.json(await db.auditLogEntry.findMany({ orderBy: { createdAt: 'desc' }, take: 100 }));
}
