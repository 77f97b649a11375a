import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { voidTokens } from '../../lib/auth/auth-tokens';
import { requireAttempt, requireCurrentPassword } from '../../lib/auth/current-password';
import { describe } from '../../lib/auth/describe';
import { invalidPassword } from '../../lib/auth/errors';
import { newPassword, requireGoodPassword } from '../../lib/auth/fields';
import { passwords } from '../../lib/auth/passwords';
import { endSessions } from '../../lib/auth/sessions';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const change = z.object({ currentPassword: z.string(), newPassword });

export const openapi = {
  PUT: describe('Changes the password and ends all other sessions of the caller.', {
    body: change,
    answers: { 204: 'It is changed.' },
    refusals: [400, 413, 415, 422],
  }),
};

/**
 * Changes the caller's password after checking the current one. Ends the caller's other sessions.
 */
export async function PUT(req: Request, res: Response): Promise<void> {
  const session = await requireSession(req);
  const { id: sessionId, user } = session;
  await requireAttempt(req, res);
  const { currentPassword, newPassword: wanted } = readBody(change, req);
  await requireGoodPassword(wanted, { pointer: '/newPassword', email: user.email });
  const check = { session, given: currentPassword, event: 'password_change' } as const;
  const stored = await requireCurrentPassword(req, res, check);
  const password = await passwords.hash(wanted);
  // If several changes run at once, the first one wins. The others compared an outdated password.
  const { count } = await db.user.updateMany({
    where: { id: user.id, password: stored },
    data: { password },
  });
  if (count === 0) throw invalidPassword();
  await endSessions(user.id, sessionId);
  await voidTokens(user.id, ['password_reset', 'email_change', 'magic_link']);
  audit('password_change', req, { outcome: 'ok', userId: user.id, sessionId });
  res.status(204).end();
}
