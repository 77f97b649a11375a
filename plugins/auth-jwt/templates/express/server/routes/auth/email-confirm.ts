import type { Request, Response } from 'express';
import { z } from 'zod';
import { getSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { takeToken, tokenField, voidTokens } from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe } from '../../lib/auth/describe';
import { moveAddress } from '../../lib/auth/addresses';
import { limitAttempts } from '../../lib/auth/limits';
import { sendEmailChanged } from '../../lib/auth/link-mails';
import { proveAddress } from '../../lib/auth/proof';
import { readBody } from '../../lib/problem';

const confirmation = z.object({ token: tokenField });

export const openapi = {
  POST: describe('Changes the address of an account with the token of a mail to the new one.', {
    body: confirmation,
    answers: { 204: 'The address is changed. A mail to the previous address can undo it.' },
    refusals: [400, 409, 413, 415, 422],
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Changes the address of an account. The other sessions of the user end. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { token } = readBody(confirmation, req);
  const taken = await takeToken('email_change', token);
  if (taken === undefined) throw refusedLink(req, 'email_change');
  const { userId = '', email: to, data } = taken;
  const session = await getSession(req);
  const sessionId = session?.user.id === userId ? session.id : undefined;
  const previous = await moveAddress({ userId, from: data.from ?? '', to }, async (tx) => {
    // The user has typed the password to request the change.
    await proveAddress(userId, { sessionId, password: true }, tx);
    await tx.user.update({ where: { id: userId }, data: { emailVerified: new Date() } });
    await tx.session.deleteMany({
      where: { userId, ...(sessionId === undefined ? {} : { NOT: { id: sessionId } }) },
    });
    const pending = ['password_reset', 'email_verify', 'email_change', 'magic_link'] as const;
    await voidTokens(userId, pending, tx);
  });
  if (previous === undefined) throw refusedLink(req, 'email_change');
  audit('email_change', req, { outcome: 'ok', userId, sessionId });
  await sendEmailChanged(previous);
  res.status(204).end();
}
