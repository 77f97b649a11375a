import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail } from '../../generated/mail';
import { passwordChanged } from '../../mails/password-changed';
import { appLink } from '../../lib/app-link';
import { audit } from '../../lib/auth/audit';
import {
  findToken,
  type IssuedToken,
  takeToken,
  tokenField,
  voidTokens,
} from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe } from '../../lib/auth/describe';
import { newPassword, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { mailTo } from '../../lib/auth/link-mails';
import { passwords } from '../../lib/auth/passwords';
import { proveAddress } from '../../lib/auth/proof';
import { isEmpty } from '../../lib/conditions';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const reset = z.object({ token: tokenField, newPassword });

export const openapi = {
  POST: describe('Sets a new password with the token of a mail, and ends all sessions.', {
    body: reset,
    answers: { 204: 'The password is set. Sign in with it.' },
    refusals: [400, 413, 415, 422, 503],
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Sets a new password and ends all sessions of the user. It does not sign in. */
export async function POST(req: Request, res: Response): Promise<void> {
  requireMail();
  const { token, newPassword: wanted } = readBody(reset, req);
  const found = await findToken('password_reset', token);
  if (found === undefined) throw refusedLink(req, 'password_reset');
  // A refused password does not use up the token.
  await requireGoodPassword(wanted, { pointer: '/newPassword', email: found.email });
  const password = await passwords.hash(wanted);
  const taken = await takeToken('password_reset', token);
  if (taken === undefined || !(await replacePassword(taken, password)))
    throw refusedLink(req, 'password_reset');
  audit('password_reset', req, { outcome: 'ok', userId: taken.userId });
  mailTo(taken.email, passwordChanged({ link: appLink('/forgot-password') }));
  res.status(204).end();
}

/** @returns whether the user still has the address that received the token */
async function replacePassword(
  { userId = '', email }: IssuedToken,
  password: string,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, email, ...isEmpty('disabledAt') },
      data: { password },
    });
    if (count === 0) return false;
    await proveAddress(userId, { password: true }, tx);
    await tx.session.deleteMany({ where: { userId } });
    await voidTokens(userId, ['password_reset', 'email_change', 'magic_link'], tx);
    return true;
  });
}
