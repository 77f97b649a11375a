import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { clearCookies } from '../../lib/auth/cookies';
import { describe } from '../../lib/auth/describe';
import { requireRecent } from '../../lib/auth/recent';
import { endSessions } from '../../lib/auth/sessions';
import { db } from '../../lib/db';

/** The session columns in responses. They contain no secrets. */
const shown = {
  id: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  ipAddress: true,
  userAgent: true,
} as const;

const sessionShape = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
});

const all = {
  name: 'all',
  in: 'query',
  description: 'Whether to end the current session too.',
  schema: { type: 'boolean', default: false },
};

export const openapi = {
  GET: describe('The sessions of the caller, newest first.', {
    answers: { 200: 'The list.' },
    shape: z.array(sessionShape),
  }),
  DELETE: describe(
    'Ends all sessions of the caller except the current one. Requires a recent sign-in.',
    {
      answers: { 204: 'The sessions have ended.' },
      refusals: [403],
      parameters: [all],
    },
  ),
};

/** Returns the caller’s sessions, newest first. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { id: current, user } = await requireSession(req);
  const sessions = await db.session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: shown,
  });
  res.json(sessions.map((session) => ({ ...session, current: session.id === current })));
}

/** Ends all other sessions of the caller; with `?all=true` the current one too. */
export async function DELETE(req: Request, res: Response): Promise<void> {
  const { id, user } = await requireRecent(req);
  const isAll = req.query.all === 'true';
  await endSessions(user.id, isAll ? undefined : id);
  audit('session_revoke', req, { outcome: 'ok', userId: user.id, sessionId: id });
  if (isAll) clearCookies(res);
  res.status(204).end();
}
