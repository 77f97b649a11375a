import express, { type Request, type Response } from 'express';
import { db } from '../../lib/db';
import { readToken } from '../../lib/newsletter/links';

/** The provider of the recipient sends a form (RFC 8058). Its content is not needed. */
export const before = express.raw({ type: () => true, limit: '10kb' });

/** Deletes a subscriber, after a click in the mail program. A repeated request has the same result. */
export async function POST(req: Request<{ token: string }>, res: Response): Promise<void> {
  const id = readToken('unsubscribe', req.params.token);
  await db.subscriber.deleteMany({ where: { id } });
  res.status(204).end();
}
