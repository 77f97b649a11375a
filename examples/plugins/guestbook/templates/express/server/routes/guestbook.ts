import type { Request, Response } from 'express';
import { z } from 'zod';
import { db } from '../lib/db';
import { readBody } from '../lib/problem';

const messageInput = z.object({ text: z.string().trim().min(1).max({{settings.maxLength}}) });

/** Returns the newest messages. */
export async function GET(_req: Request, res: Response): Promise<void> {
  res.json(await db.guestbookMessage.findMany({ orderBy: { createdAt: 'desc' }, take: 50 }));
}

/** Stores a message. */
export async function POST(req: Request, res: Response): Promise<void> {
  const data = readBody(messageInput, req);
  res.status(201).json(await db.guestbookMessage.create({ data }));
}
