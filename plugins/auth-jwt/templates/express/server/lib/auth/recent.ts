import type { Request } from 'express';
import { requireSession } from '.';
import { db } from '../db';
import { recentSignInRequired } from './errors';
import type { LiveSession } from './sessions';

/** How long a sign-in counts as recent, in milliseconds. */
const recent = 10 * 60_000;

/**
 * Returns the session of a request if the user proved their identity in the last ten minutes.
 * @throws AuthError 401 without a session, HttpProblem 403 without a recent sign-in
 */
export async function requireRecent(req: Request): Promise<LiveSession> {
  const session = await requireSession(req);
  const where = { id: session.id, authenticatedAt: { gte: new Date(Date.now() - recent) } };
  if ((await db.session.count({ where })) === 0) throw recentSignInRequired();
  return session;
}
