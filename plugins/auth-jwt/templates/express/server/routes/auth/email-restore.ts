import type { Request, Response } from 'express';
import { z } from 'zod';
import { moveAddress } from '../../lib/auth/addresses';
import { audit } from '../../lib/auth/audit';
import { takeToken, tokenField, voidLaterRestores, voidTokens } from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe } from '../../lib/auth/describe';
import { limitAttempts } from '../../lib/auth/limits';
import { dropMethods } from '../../lib/auth/methods';
import { noPassword } from '../../lib/auth/passwords';
import { readBody } from '../../lib/problem';

const restoration = z.object({ token: tokenField });

export const openapi = {
  POST: describe('Restores the previous address of an account with the token of a mail to it.', {
    body: restoration,
    answers: { 204: 'The address is restored. The account has no password and no sessions.' },
    refusals: [400, 409, 413, 415, 422],
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/**
 * Restores the previous address of an account. The password is removed, because the person who
 * changed the address knows it.
 */
export async function POST(req: Request, res: Response): Promise<void> {
  const { token } = readBody(restoration, req);
  const taken = await takeToken('email_restore', token);
  if (taken === undefined) throw refusedLink(req, 'email_restore');
  const { userId = '', email: to, data, issuedAt } = taken;
  const restored = await moveAddress({ userId, to }, async (tx) => {
    await tx.user.update({
      where: { id: userId },
      data: { password: noPassword, emailVerified: new Date() },
    });
    await tx.session.deleteMany({ where: { userId } });
    // If the address was never proved, another person can have added ways in.
    if (data.wasVerified !== 'true') await dropMethods(userId, { keep: ['pwd'], tx });
    await voidTokens(userId, ['password_reset', 'email_verify', 'email_change'], tx);
    await voidLaterRestores(userId, issuedAt, tx);
  });
  if (restored === undefined) throw refusedLink(req, 'email_restore');
  audit('email_restore', req, { outcome: 'ok', userId });
  res.status(204).end();
}
