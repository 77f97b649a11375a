import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail, sendMail } from '../../generated/mail';
import { db } from '../../lib/db';
import { linkFor } from '../../lib/newsletter/links';
import { readBody } from '../../lib/problem';
import { confirmSubscription } from '../../mails/newsletter';

const body = z.object({ email: z.email().max(254).toLowerCase() });

const minutesBetweenMails = 10;

/** Sends a link to confirm the subscription. The response is the same for known addresses. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { email } = readBody(body, req);
  requireMail();
  const create = { email, mailedAt: new Date(0) };
  const { id } = await db.subscriber.upsert({ where: { email }, create, update: {} });

  const latest = new Date(Date.now() - minutesBetweenMails * 60_000);
  const due = { id, isConfirmed: false, mailedAt: { lt: latest } };
  // Only one of several requests at the same time changes the record and sends a mail.
  const { count } = await db.subscriber.updateMany({ where: due, data: { mailedAt: new Date() } });
  if (count > 0) {
    sendMail({ to: { address: email }, ...confirmSubscription({ link: linkFor('confirm', id) }) });
  }
  res.status(202).end();
}
