import { isEmpty } from '../conditions';
import { db } from '../db';
import type { Database } from '../records/types';
import { createAccount } from './accounts';
import { findToken, type IssuedToken, takeToken } from './auth-tokens';
import { hasRole, type Role, roles } from './roles';

interface InvitedAccount {
  readonly name?: string | null | undefined;
  /** The password hash. By default the account has no password. */
  readonly password?: string;
  /** Whether the address is proved in another way than by a mailed link. */
  readonly isProved?: boolean;
  /** Creates further records in the transaction of the account. */
  readonly alsoCreate?: (userId: string, tx: Database) => Promise<void>;
}

/** Returns the address of a valid invitation; `undefined` if it is invalid or expired. */
export async function invitedAddress(token: string): Promise<string | undefined> {
  return (await findToken('invitation', token))?.email;
}

/**
 * Uses an invitation and creates its account. A mailed invitation proves the address.
 * @returns the id of the user; `undefined` if the invitation is invalid, expired or used
 * @throws HttpProblem 409 if the address has an account
 */
export async function acceptInvitation(
  token: string,
  { name, password, isProved = false, alsoCreate }: InvitedAccount,
): Promise<string | undefined> {
  const invitation = await takeToken('invitation', token);
  const role = invitation && (await grantedRole(invitation));
  if (invitation === undefined || role === undefined) return undefined;
  const { email, data } = invitation;
  const isVerified = isProved || data.isMailed !== 'false';
  return db.$transaction(async (tx) => {
    const account = {
      email,
      name: name ?? null,
      ...(password !== undefined && { password }),
      ...(isVerified && { emailVerified: new Date() }),
    };
    const { id } = await createAccount(account, tx);
    await tx.user.update({ where: { id }, data: { role }, select: { id: true } });
    await alsoCreate?.(id, tx);
    return id;
  });
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
