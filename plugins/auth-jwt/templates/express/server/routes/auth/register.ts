import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireMail } from '../../generated/mail';
import { createAccount } from '../../lib/auth/accounts';
import { afterResponse } from '../../lib/auth/after-response';
import { audit } from '../../lib/auth/audit';
import { authConfig } from '../../lib/auth/config';
import { describe, signedInShape } from '../../lib/auth/describe';
import { emailTaken, invitationRequired } from '../../lib/auth/errors';
import { email, newPassword, personName, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { mailRegistration, sendVerification } from '../../lib/auth/link-mails';
import { passwords } from '../../lib/auth/passwords';
import { newId, newSession } from '../../lib/auth/sessions';
import { admit } from '../../lib/auth/sign-in';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const registration = z.object({ email, password: newPassword, name: personName });
const request = registration.pick({ email: true });

export const openapi = {
  POST: describe('Registers an account and signs in.', {
    body: registration,
    answers: {
      201: 'The account, and tokens.',
      202: 'A mail has the next step: the address must be proved first.',
    },
    shape: signedInShape,
    refusals: [400, 403, 409, 413, 415, 422, 503],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Registers an account, as the setting `registration` permits. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { registration: mode, verifyEmail } = authConfig;
  if (mode === 'invited') throw invitationRequired();
  if (mode === 'private') return registerByMail(req, res);
  if (verifyEmail === 'required') requireMail();
  const { password, ...account } = readBody(registration, req);
  const { email: address } = account;
  await requireGoodPassword(password, { pointer: '/password', email: address });
  const known = await db.user.findUnique({ where: { email: address }, select: { id: true } });
  if (known !== null) throw emailTaken();
  const created = { ...account, password: await passwords.hash(password) };
  if (verifyEmail === 'required') {
    const user = await createAccount(created);
    audit('register', req, { outcome: 'ok', userId: user.id });
    afterResponse(res, async () => void (await sendVerification(user.id)));
    res.status(202).end();
    return;
  }
  const id = newId();
  const { record, opened } = newSession(id, { req });
  const user = await createAccount({ ...created, id, sessions: { create: record } });
  const candidate = { ...user, emailVerified: null, disabledAt: null };
  await admit(req, res, candidate, { method: 'pwd', status: 201, event: 'register', opened });
}

/**
 * Answers alike for all addresses. The mail has the link to create the account, so that only the
 * owner of the address chooses the password.
 */
function registerByMail(req: Request, res: Response): void {
  requireMail();
  const { email: address } = readBody(request, req);
  afterResponse(res, () => mailRegistration(address));
  res.status(202).end();
}
