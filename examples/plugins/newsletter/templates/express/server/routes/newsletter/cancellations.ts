import type { Request, Response } from 'express';
import { z } from 'zod';
import { db } from '../../lib/db';
import { readToken } from '../../lib/newsletter/links';
import { readBody } from '../../lib/problem';

const body = z.object({ token: z.string().max(200) });

/** Deletes a subscriber. A repeated request has the same result. */
export async function POST(req: Request, res: Response): Promise<void> {
  const id = readToken('unsubscribe', readBody(body, req).token);
  await db.subscriber.deleteMany({ where: { id } });
  res.status(204).end();
}
