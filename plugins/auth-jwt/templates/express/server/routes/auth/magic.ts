import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail } from '../../generated/mail';
import { afterResponse } from '../../lib/auth/after-response';
import { audit } from '../../lib/auth/audit';
import { authConfig } from '../../lib/auth/config';
import { describe } from '../../lib/auth/describe';
import { magicLinkOff } from '../../lib/auth/errors';
import { email } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { markBrowser } from '../../lib/auth/link-browser';
import { sendMagicLink } from '../../lib/auth/link-mails';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const wanted = z.object({ email });

export const openapi = {
  POST: describe('Mails a link to sign in, if the address has an account.', {
    body: wanted,
    answers: { 202: 'The request was accepted. The answer is the same without an account.' },
    refusals: [400, 403, 413, 415, 422, 503],
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Mails a link to sign in with this browser. The account is looked up after the response. */
export async function POST(req: Request, res: Response): Promise<void> {
  if (!authConfig.hasMagicLink) throw magicLinkOff();
  requireMail();
  const { email: address } = readBody(wanted, req);
  const browser = markBrowser(req, res);
  afterResponse(res, async () => {
    const user = await db.user.findUnique({ where: { email: address }, select: { id: true } });
    const isSent = user !== null && (await sendMagicLink(user.id, browser));
    audit('magic_link', req, { outcome: isSent ? 'ok' : 'refused', userId: user?.id });
  });
  res.status(202).end();
}
