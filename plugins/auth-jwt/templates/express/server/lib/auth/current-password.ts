import type { Request, Response } from 'express';
import { db } from '../db';
import { audit } from './audit';
import { invalidPassword, tooManyRequests } from './errors';
import { countFailure, showAttempts } from './limits';
import { passwords } from './passwords';
import type { LiveSession } from './sessions';
import { throttle } from './throttle';

interface Check {
  readonly session: LiveSession;
  readonly given: string;
  /** The event of a refusal in the audit log. */
  readonly event: 'password_change' | 'email_change_request';
}

/** Refuses a request if the caller has no attempt left. */
export async function requireAttempt(req: Request, res: Response): Promise<void> {
  const wait = await showAttempts(req, res);
  if (wait > 0) throw tooManyRequests(wait);
}

/**
 * Checks the current password of the caller. A wrong one counts as an attempt.
 * @returns the stored hash
 * @throws HttpProblem 403 if the password is wrong
 */
export async function requireCurrentPassword(
  req: Request,
  res: Response,
  { session: { id: sessionId, user }, given, event }: Check,
): Promise<string> {
  const forgetFailures = await throttle(`password of ${user.id}`);
  const { password: stored } = await db.user.findUniqueOrThrow({
    where: { id: user.id },
    select: { password: true },
  });
  if (!(await passwords.matches(given, stored))) {
    audit(event, req, { outcome: 'refused', userId: user.id, sessionId });
    await countFailure(req, res);
    throw invalidPassword();
  }
  await forgetFailures();
  return stored;
}
