import type { Request, Response } from 'express';
import { z } from 'zod';
import { createAccount } from '../../lib/auth/accounts';
import { describe, signedInShape } from '../../lib/auth/describe';
import { emailTaken } from '../../lib/auth/errors';
import { email, newPassword, personName, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { admit } from '../../lib/auth/sign-in';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const registration = z.object({ email, password: newPassword, name: personName });

export const openapi = {
  POST: describe('Registers an account and signs in.', {
    body: registration,
    answers: { 201: 'The account, and tokens.' },
    shape: signedInShape,
    refusals: [400, 409, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Registers an account and signs in. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { password, ...account } = readBody(registration, req);
  const { email: address } = account;
  await requireGoodPassword(password, { pointer: '/password', email: address });
  const known = await db.user.findUnique({ where: { email: address }, select: { id: true } });
  if (known !== null) throw emailTaken();
  const user = await createAccount({ ...account, password: await passwords.hash(password) });
  const candidate = { ...user, emailVerified: null, disabledAt: null };
  await admit(req, res, candidate, { method: 'pwd', status: 201, event: 'register' });
}
