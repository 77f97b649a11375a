import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { describe } from '../../lib/auth/describe';
import { invalidPassword, tooManyRequests } from '../../lib/auth/errors';
import { newPassword, requireGoodPassword } from '../../lib/auth/fields';
import { countFailure, showAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { endSessions } from '../../lib/auth/sessions';
import { throttle } from '../../lib/auth/throttle';
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
  const { id: sessionId, user } = await requireSession(req);
  const wait = await showAttempts(req, res);
  if (wait > 0) throw tooManyRequests(wait);
  const { currentPassword, newPassword: wanted } = readBody(change, req);
  await requireGoodPassword(wanted, { pointer: '/newPassword', email: user.email });
  const forgetFailures = await throttle(`password of ${user.id}`);
  const where = { id: user.id };
  const { password: stored } = await db.user.findUniqueOrThrow({
    where,
    select: { password: true },
  });
  const details = { userId: user.id, sessionId };
  if (!(await passwords.matches(currentPassword, stored))) {
    audit('password_change', req, { outcome: 'refused', ...details });
    await countFailure(req, res);
    throw invalidPassword();
  }
  await forgetFailures();
  const password = await passwords.hash(wanted);
  // If several changes run at once, the first one wins. The others compared an outdated password.
  const { count } = await db.user.updateMany({
    where: { ...where, password: stored },
    data: { password },
  });
  if (count === 0) throw invalidPassword();
  await endSessions(user.id, sessionId);
  audit('password_change', req, { outcome: 'ok', ...details });
  res.status(204).end();
}
