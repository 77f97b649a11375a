import type { Request, Response } from 'express';
import { z } from 'zod';
import { getSession } from '../../lib/auth';
import { publicColumns, publicUser } from '../../lib/auth/accounts';
import { sendTokens } from '../../lib/auth/answer';
import { audit } from '../../lib/auth/audit';
import { describe, tokensShape, userShape } from '../../lib/auth/describe';
import { invalidCredentials } from '../../lib/auth/errors';
import { email } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { clearExpired, endSession, openSession } from '../../lib/auth/sessions';
import { throttle } from '../../lib/auth/throttle';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const credentials = z.object({ email, password: z.string() });
const columns = { ...publicColumns, password: true } as const;

export const openapi = {
  POST: describe('Begins a session.', {
    body: credentials,
    answers: { 200: 'The user, and tokens.' },
    shape: tokensShape.extend({ user: userShape }),
    refusals: [400, 401, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Before the body is read: refusing costs next to nothing. */
export const before = limitAttempts;

/** Begins a session; an account that doesn't exist looks like a wrong password, and takes as long. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { email: address, password } = readBody(credentials, req);
  const forgetFailures = await throttle(await guesserOf(req, address));
  const user = await db.user.findUnique({ where: { email: address }, select: columns });
  if (!(await passwords.matches(password, user?.password)) || user === null) {
    audit('login', req, { outcome: 'refused', userId: user?.id });
    throw invalidCredentials();
  }
  await forgetFailures();
  await clearExpired();
  const { sessionId, ...tokens } = await openSession(user.id, req);
  if (await isReplaced(user, password)) {
    await endSession(sessionId, user.id);
    throw invalidCredentials();
  }
  await renewHash(user, password);
  audit('login', req, { outcome: 'ok', userId: user.id, sessionId });
  sendTokens(req, res, { user: publicUser(user), ...tokens });
}

/** Whether the password was changed while it was compared: the session came too late to be ended with the others. */
async function isReplaced({ id, password: stored }: Account, password: string): Promise<boolean> {
  const now = await db.user.findUnique({ where: { id }, select: { password: true } });
  if (now === null) return true;
  return now.password !== stored && !(await passwords.matches(password, now.password));
}

/** Whoever has a session of the account is counted alone: nobody else's guesses can keep them out. */
async function guesserOf(req: Request, address: string): Promise<string> {
  const session = await getSession(req);
  return session?.user.email === address ? `session ${session.id}` : address;
}

interface Account {
  readonly id: string;
  readonly password: string;
}

/** The cost of hashes may have been changed: this is when the password is at hand. */
async function renewHash({ id, password: stored }: Account, password: string): Promise<void> {
  if (!passwords.isOutdated(stored)) return;
  const renewed = await passwords.hash(password);
  await db.user.updateMany({ where: { id, password: stored }, data: { password: renewed } });
}
