import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail } from '../../generated/mail';
import { afterResponse } from '../../lib/auth/after-response';
import { describe } from '../../lib/auth/describe';
import { email } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { sendVerification } from '../../lib/auth/link-mails';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const wanted = z.object({ email });

export const openapi = {
  POST: describe('Mails a link to verify an address, if its account has not verified it.', {
    body: wanted,
    answers: { 202: 'The request was accepted. The answer is the same without an account.' },
    refusals: [400, 413, 415, 422, 503],
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Mails a link to verify an address. The account is looked up after the response. */
export async function POST(req: Request, res: Response): Promise<void> {
  requireMail();
  const { email: address } = readBody(wanted, req);
  afterResponse(res, async () => {
    const user = await db.user.findUnique({ where: { email: address }, select: { id: true } });
    if (user !== null) await sendVerification(user.id);
  });
  res.status(202).end();
}
