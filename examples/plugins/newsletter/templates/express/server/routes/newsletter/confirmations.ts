import type { Request, Response } from 'express';
import { z } from 'zod';
import { db } from '../../lib/db';
import { invalidLink, readToken } from '../../lib/newsletter/links';
import { readBody } from '../../lib/problem';

const body = z.object({ token: z.string().max(200) });

/** Confirms a subscription. */
export async function POST(req: Request, res: Response): Promise<void> {
  const id = readToken('confirm', readBody(body, req).token);
  const { count } = await db.subscriber.updateMany({ where: { id }, data: { isConfirmed: true } });
  if (count === 0) throw invalidLink();
  res.status(204).end();
}
