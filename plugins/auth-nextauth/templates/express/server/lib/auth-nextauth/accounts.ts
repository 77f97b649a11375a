import { Prisma } from '../../generated/prisma/client';
import {
  acceptInvitation,
  addedElsewhere,
  createAccount,
  email,
  invitedAddress,
  type LiveSession,
  personName,
  registerMethod,
} from '../auth/port';
import { db } from '../db';
import { HttpProblem } from '../problem';
import type { Database } from '../records/types';
import { isSignupOpen } from './config';
import { SignInError } from './errors';
import type { Identity } from './identity';

registerMethod({
  id: 'oidc',
  countFor: (userId, tx) => tx.account.count({ where: { userId } }),
  dropFor: async (userId, tx, kept) => {
    await tx.account.deleteMany({ where: addedElsewhere(userId, kept) });
  },
});

interface SignedIn {
  readonly userId: string;
  /** Whether the user was created. */
  readonly isNew: boolean;
}

/**
 * Returns the user of an identity. A new identity gets a new user if the provider has verified its
 * address. An identity is never connected to a user only because the addresses are equal.
 * @param invitation the token of an invitation to the address, for a new identity
 * @throws SignInError
 */
export async function userOf(identity: Identity, invitation?: string): Promise<SignedIn> {
  const userId = await knownUserOf(identity);
  if (userId === undefined) return createUser(identity, invitation);
  if (invitation !== undefined) throw new SignInError('linked_elsewhere');
  return { userId, isNew: false };
}

async function createUser(identity: Identity, invitation?: string): Promise<SignedIn> {
  if (identity.email === undefined) throw new SignInError('email_missing');
  if (!identity.isVerified) throw new SignInError('email_unverified');
  // The same rule as for registrations: characters that look alike are refused.
  const address = email.safeParse(identity.email).data;
  if (address === undefined) throw new SignInError('email_missing');
  if (await isTaken(address)) throw new SignInError('account_exists');
  if (!isSignupOpen && invitation === undefined) throw new SignInError('signup_closed');
  const name = personName.safeParse(identity.name?.slice(0, 200)).data ?? null;
  const connect = async (userId: string, tx: Database) => {
    await tx.account.create({ data: { ...columnsOf(identity), userId } });
  };
  try {
    if (invitation !== undefined) {
      return await acceptFor(address, invitation, { name, alsoCreate: connect });
    }
    const userId = await db.$transaction(async (tx) => {
      const { id } = await createAccount({ email: address, emailVerified: new Date(), name }, tx);
      await connect(id, tx);
      return id;
    });
    return { userId, isNew: true };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Another request has just created the user.
    const knownId = await knownUserOf(identity);
    if (knownId === undefined) throw new SignInError('account_exists');
    return { userId: knownId, isNew: false };
  }
}

/**
 * Accepts an invitation. Its address must be the one that the provider has verified. Otherwise, the
 * invited person could connect the provider of another person to the invited account.
 */
async function acceptFor(
  address: string,
  invitation: string,
  account: Pick<Parameters<typeof acceptInvitation>[1], 'name' | 'alsoCreate'>,
): Promise<SignedIn> {
  const invited = await invitedAddress(invitation);
  if (invited !== undefined && invited !== address) {
    throw new SignInError('invitation_other_address');
  }
  const userId = await acceptInvitation(invitation, { ...account, isProved: true });
  if (userId === undefined) throw new SignInError('invitation_invalid');
  return { userId, isNew: true };
}

/**
 * Connects an identity to the user of a session.
 * @returns whether the identity was not connected before
 * @throws SignInError linked_elsewhere if it belongs to another user
 */
export async function linkIdentity(
  identity: Identity,
  { id: sessionId, user: { id: userId } }: LiveSession,
): Promise<boolean> {
  try {
    await db.account.create({ data: { ...columnsOf(identity), sessionId, userId } });
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if ((await knownUserOf(identity)) !== userId) throw new SignInError('linked_elsewhere');
    return false;
  }
}

/** Returns the user of a known identity, and notes its use. Only the stored address follows. */
async function knownUserOf(identity: Identity): Promise<string | undefined> {
  const { provider, issuer, subject: providerAccountId } = identity;
  const key = { provider, issuer, providerAccountId };
  const known = await db.account.findUnique({
    where: { provider_issuer_providerAccountId: key },
    select: { id: true, userId: true },
  });
  if (known === null) return undefined;
  const data = { email: identity.email ?? null, lastUsedAt: new Date() };
  await db.account.updateMany({ where: { id: known.id }, data });
  return known.userId;
}

async function isTaken(address: string): Promise<boolean> {
  return (await db.user.count({ where: { email: address } })) > 0;
}

function columnsOf({ provider, type, issuer, subject, email: address }: Identity) {
  return { provider, type, issuer, providerAccountId: subject, email: address ?? null };
}

function isDuplicate(error: unknown): boolean {
  if (error instanceof HttpProblem) return error.code === 'email_taken';
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
