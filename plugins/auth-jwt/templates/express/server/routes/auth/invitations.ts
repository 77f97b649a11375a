import type { Request, Response } from 'express';
import { z } from 'zod';
import { createAccount } from '../../lib/auth/accounts';
import { audit } from '../../lib/auth/audit';
import { findToken, type IssuedToken, takeToken, tokenField } from '../../lib/auth/auth-tokens';
import { refusedLink } from '../../lib/auth/refused-link';
import { describe, signedInShape } from '../../lib/auth/describe';
import { newPassword, personName, requireGoodPassword } from '../../lib/auth/fields';
import { limitAttempts } from '../../lib/auth/limits';
import { passwords } from '../../lib/auth/passwords';
import { hasRole, type Role, roles } from '../../lib/auth/roles';
import { signInAs } from '../../lib/auth/sign-in';
import { isEmpty } from '../../lib/conditions';
import { db } from '../../lib/db';
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
  const found = await findToken('invitation', token);
  if (found === undefined) throw refusedLink(req, 'invitation_accept');
  // A refused password does not use up the invitation.
  await requireGoodPassword(password, { pointer: '/password', email: found.email });
  const hash = await passwords.hash(password);
  const invitation = await takeToken('invitation', token);
  const role = invitation && (await grantedRole(invitation));
  if (invitation === undefined || role === undefined) throw refusedLink(req, 'invitation_accept');
  const { email, data } = invitation;
  const proof = data.isMailed === 'false' ? {} : { emailVerified: new Date() };
  const user = await db.$transaction(async (tx) => {
    const account = { email, name, password: hash, ...proof };
    const { id } = await createAccount(account, tx);
    return tx.user.update({ where: { id }, data: { role }, select: { id: true } });
  });
  audit('invitation_accept', req, { outcome: 'ok', userId: user.id });
  await signInAs(req, res, user.id, 'pwd');
}

/**
 * Returns the role of an invitation: USER if a visitor registered. The user who invited must still
 * have the role.
 */
async function grantedRole({ data }: IssuedToken): Promise<Role | undefined> {
  const { role: wanted, invitedBy } = data;
  if (wanted === undefined) return 'USER';
  const role = roles.find((known) => known === wanted);
  const inviter = await db.user.findFirst({
    where: { id: invitedBy ?? '', ...isEmpty('disabledAt') },
    select: { role: true },
  });
  return role !== undefined && inviter !== null && hasRole(inviter, role) ? role : undefined;
}
