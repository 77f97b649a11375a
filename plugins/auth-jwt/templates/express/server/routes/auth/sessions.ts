import type { Request, Response } from 'express';
import { requireSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { clearCookies } from '../../lib/auth/cookies';
import { endSessions } from '../../lib/auth/sessions';
import { db } from '../../lib/db';

/** What a user is told of a session: nothing that would be of use to somebody else. */
const shown = {
  id: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  ipAddress: true,
  userAgent: true,
} as const;

/** The caller's sessions, newest first. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { id: current, user } = await requireSession(req);
  const sessions = await db.session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: shown,
  });
  res.json(sessions.map((session) => ({ ...session, current: session.id === current })));
}

/** Ends all sessions of the caller but this one; with `?all=true` this one too. */
export async function DELETE(req: Request, res: Response): Promise<void> {
  const { id, user } = await requireSession(req);
  const isAll = req.query.all === 'true';
  await endSessions(user.id, isAll ? undefined : id);
  audit('session_revoke', req, { outcome: 'ok', userId: user.id, sessionId: id });
  if (isAll) clearCookies(res);
  res.status(204).end();
}
