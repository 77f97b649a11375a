import type { Request, Response } from 'express';
import { z } from 'zod';
import { getSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { findToken, takeToken, tokenField } from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe } from '../../lib/auth/describe';
import { invalidPassword, otherAccount } from '../../lib/auth/errors';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { proveAddress } from '../../lib/auth/proof';
import { throttle } from '../../lib/auth/throttle';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const verification = z.object({ token: tokenField, currentPassword: z.string().optional() });

export const openapi = {
  POST: describe(
    'Verifies the address of an account with the token of a mail. Without a session of the account and without its password, the password is removed.',
    {
      body: verification,
      answers: { 204: 'The address is verified.' },
      refusals: [400, 403, 413, 415, 422],
    },
  ),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/**
 * Verifies the address of an account. Another person can have created the account. Therefore, the
 * password stays only if the owner of the address knows it.
 */
export async function POST(req: Request, res: Response): Promise<void> {
  const { token, currentPassword } = readBody(verification, req);
  const { userId = '', email } = await orInvalid(req, findToken('email_verify', token));
  const kept = await keptBy(req, userId, currentPassword);
  await orInvalid(req, takeToken('email_verify', token));
  const isProved = await db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { id: userId, email }, select: { id: true } });
    if (user !== null) await proveAddress(userId, kept, tx);
    return user !== null;
  });
  await orInvalid(req, isProved || undefined);
  audit('email_verify', req, { outcome: 'ok', userId });
  res.status(204).end();
}

async function orInvalid<Value>(
  req: Request,
  found: Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const value = await found;
  if (value !== undefined) return value;
  throw refusedLink(req, 'email_verify');
}

/**
 * Returns what the prover keeps.
 * @throws HttpProblem 403 if the given password is wrong, or without one in a session of another user
 */
async function keptBy(req: Request, userId: string, currentPassword: string | undefined) {
  const session = await getSession(req);
  if (session?.user.id === userId) return { sessionId: session.id, password: true };
  if (currentPassword === undefined) {
    // This user could lose the password of the other account by mistake.
    if (session !== undefined) throw otherAccount();
    return { password: false };
  }
  const forgetFailures = await throttle(`password of ${userId}`);
  const user = await db.user.findUnique({ where: { id: userId }, select: { password: true } });
  if (!(await passwords.matches(currentPassword, user?.password))) {
    audit('email_verify', req, { outcome: 'refused', userId });
    throw invalidPassword();
  }
  await forgetFailures();
  return { password: true };
}
