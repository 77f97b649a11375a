import type { Request, Response } from 'express';
import { z } from 'zod';
import { getSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { describe, signedInShape } from '../../lib/auth/describe';
import { invalidCredentials } from '../../lib/auth/errors';
import { email } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { admit, candidateColumns } from '../../lib/auth/sign-in';
import { throttle } from '../../lib/auth/throttle';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const credentials = z.object({ email, password: z.string() });
const columns = { ...candidateColumns, password: true } as const;

export const openapi = {
  POST: describe('Signs in.', {
    body: credentials,
    answers: { 200: 'The user, and tokens.' },
    shape: signedInShape,
    refusals: [400, 401, 403, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/**
 * Signs a user in. An unknown account gets the same response, after the same time, as a wrong
 * password.
 */
export async function POST(req: Request, res: Response): Promise<void> {
  const { email: address, password } = readBody(credentials, req);
  const forgetFailures = await throttle(await guesserOf(req, address));
  const user = await db.user.findUnique({ where: { email: address }, select: columns });
  if (!(await passwords.matches(password, user?.password)) || user === null) {
    audit('login', req, { outcome: 'refused', userId: user?.id });
    throw invalidCredentials();
  }
  await forgetFailures();
  const account = await withRenewedHash(user, password);
  await admit(req, res, user, {
    method: 'pwd',
    isStillValid: async () => !(await isReplaced(account, password)),
  });
}

/**
 * Returns whether the password was changed during the comparison. In that case the new session
 * would survive the change.
 */
async function isReplaced({ id, password: stored }: Account, password: string): Promise<boolean> {
  const now = await db.user.findUnique({ where: { id }, select: { password: true } });
  if (now === null) return true;
  return now.password !== stored && !(await passwords.matches(password, now.password));
}

/**
 * Returns the throttling key. Requests with a session on the account are counted separately, so
 * that attackers cannot block the owner.
 */
async function guesserOf(req: Request, address: string): Promise<string> {
  const session = await getSession(req);
  return session?.user.email === address ? `session ${session.id}` : address;
}

interface Account {
  readonly id: string;
  readonly password: string;
}

/**
 * Updates the hash if the configured cost has changed. Only possible here, where the password is
 * known.
 */
async function withRenewedHash(account: Account, password: string): Promise<Account> {
  const { id, password: stored } = account;
  if (!passwords.isOutdated(stored)) return account;
  const renewed = await passwords.hash(password);
  await db.user.updateMany({ where: { id, password: stored }, data: { password: renewed } });
  return { id, password: renewed };
}
