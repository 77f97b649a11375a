import type { Request, Response } from 'express';
import { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { publicColumns, type PublicUser } from '../../lib/auth/accounts';
import { sendTokens } from '../../lib/auth/answer';
import { audit } from '../../lib/auth/audit';
import { describe, tokensShape, userShape } from '../../lib/auth/describe';
import { emailTaken } from '../../lib/auth/errors';
import { email, newPassword, personName, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { newId, newSession } from '../../lib/auth/sessions';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const registration = z.object({ email, password: newPassword, name: personName });

export const openapi = {
  POST: describe('Registers an account and signs in.', {
    body: registration,
    answers: { 201: 'The account, and tokens.' },
    shape: tokensShape.extend({ user: userShape }),
    refusals: [400, 409, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Registers an account and signs in. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { password, ...account } = readBody(registration, req);
  await requireGoodPassword(password, { pointer: '/password', email: account.email });
  const id = newId();
  const { record, opened } = newSession(id, req);
  const user = await createUser({ ...account, id, sessions: { create: record } }, password);
  const { sessionId, ...tokens } = opened;
  audit('register', req, { outcome: 'ok', userId: user.id, sessionId });
  sendTokens(req, res.status(201), { user, ...tokens });
}

/**
 * Creates the account and its session in one transaction.
 * @throws HttpProblem 409 if the address already has an account, including concurrent registrations
 */
async function createUser(
  account: Omit<Prisma.UserCreateInput, 'password'>,
  password: string,
): Promise<PublicUser> {
  const { email: address } = account;
  const known = await db.user.findUnique({ where: { email: address }, select: { id: true } });
  if (known !== null) throw emailTaken();
  const data = { ...account, password: await passwords.hash(password) };
  try {
    return await db.user.create({ data, select: publicColumns });
  } catch (error) {
    throw isTaken(error) ? emailTaken() : error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
