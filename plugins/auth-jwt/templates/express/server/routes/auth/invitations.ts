import type { Request, Response } from 'express';
import { z } from 'zod';
import { acceptInvitation, invitedAddress } from '../../lib/auth/accept-invitation';
import { audit } from '../../lib/auth/audit';
import { tokenField } from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe, signedInShape } from '../../lib/auth/describe';
import { newPassword, personName, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { signInAs } from '../../lib/auth/sign-in';
import { readBody } from '../../lib/problem';

const acceptance = z.object({ token: tokenField, password: newPassword, name: personName });

export const openapi = {
  POST: describe('Creates an account with the token of an invitation, and signs in.', {
    body: acceptance,
    answers: { 200: 'The user, and tokens.' },
    shape: signedInShape,
    refusals: [400, 409, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Creates the account of an invited user. A mailed invitation proves the address. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { token, password, name } = readBody(acceptance, req);
  const email = await invitedAddress(token);
  if (email === undefined) throw refusedLink(req, 'invitation_accept');
  // A refused password does not use up the invitation.
  await requireGoodPassword(password, { pointer: '/password', email });
  const hash = await passwords.hash(password);
  const userId = await acceptInvitation(token, { name, password: hash });
  if (userId === undefined) throw refusedLink(req, 'invitation_accept');
  audit('invitation_accept', req, { outcome: 'ok', userId });
  await signInAs(req, res, userId, 'pwd');
}
