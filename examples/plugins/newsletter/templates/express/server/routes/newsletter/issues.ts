import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail, sendMail } from '../../generated/mail';
import { db } from '../../lib/db';
import { linkFor, unsubscribeUrl } from '../../lib/newsletter/links';
import { HttpProblem, readBody } from '../../lib/problem';
import { newsletterIssue } from '../../mails/newsletter';

const body = z.object({
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(50_000),
});

const mostSubscribers = 500;

/** Returns the number of confirmed subscribers. */
export async function GET(_req: Request, res: Response): Promise<void> {
  res.json({ subscribers: await db.subscriber.count({ where: { isConfirmed: true } }) });
}

/** Queues one mail for each confirmed subscriber. */
export async function POST(req: Request, res: Response): Promise<void> {
  const issue = readBody(body, req);
  requireMail();
  const where = { isConfirmed: true };
  const subscribers = await db.subscriber.findMany({ where, take: mostSubscribers + 1 });
  if (subscribers.length > mostSubscribers) {
    throw new HttpProblem(409, {
      code: 'too_many_subscribers',
      detail: `An issue goes to at most ${mostSubscribers} subscribers.`,
    });
  }
  for (const { id, email } of subscribers) {
    const unsubscribeLink = linkFor('unsubscribe', id);
    sendMail({
      to: { address: email },
      ...newsletterIssue({ ...issue, unsubscribeLink }),
      unsubscribeUrl: unsubscribeUrl(id),
    });
  }
  res.status(202).json({ subscribers: subscribers.length });
}
