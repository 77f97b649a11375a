import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { addedElsewhere, type LiveSession, registerMethod } from '../auth/port';
import { db } from '../db';
import { lifetime, newChallenge, takeChallenge } from './challenges';
import { passkeyExists, passkeyRefused } from './errors';
import { expected, relyingParty, supportedAlgorithmIDs } from './relying-party';
import type { authentication, registration } from './responses';

registerMethod({
  id: 'webauthn',
  // The possession of the device, and its check of the user.
  isMultiFactor: true,
  countFor: (userId, tx) => tx.passkey.count({ where: { userId } }),
  dropFor: async (userId, tx, kept) => {
    await tx.passkey.deleteMany({ where: addedElsewhere(userId, kept) });
  },
});

/** The columns of a passkey in responses. */
export const shownColumns = {
  id: true,
  name: true,
  backedUp: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

/** Returns the options to create a passkey, for the browser. */
export async function registrationOptions({ id: sessionId, user }: LiveSession) {
  const passkeys = await db.passkey.findMany({
    where: { userId: user.id },
    select: { credentialId: true },
  });
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    supportedAlgorithmIDs,
    challenge: await newChallenge(sessionId),
    timeout: lifetime,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    // A discoverable passkey signs in without an e-mail address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a new passkey of a user.
 * @throws HttpProblem 403 if a check fails, 409 if the passkey is already registered
 */
export async function addPasskey(
  { id: sessionId, user }: LiveSession,
  { name, response }: { readonly name: string; readonly response: z.output<typeof registration> },
) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs,
    expectedChallenge: (challenge) => takeChallenge(challenge, sessionId),
    ...expected,
  }).catch(refuse);
  if (registrationInfo === undefined) throw passkeyRefused();
  const { credential, credentialBackedUp: backedUp } = registrationInfo;
  const data = {
    name,
    backedUp,
    sessionId,
    userId: user.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: BigInt(credential.counter),
    transports: response.response.transports.join(' '),
  };
  try {
    return await db.passkey.create({ data, select: shownColumns });
  } catch (error) {
    const isKnown = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    throw isKnown ? passkeyExists() : error;
  }
}

/** Returns the options to sign in with any passkey of this application, for the browser. */
export async function authenticationOptions() {
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: await newChallenge(),
    timeout: lifetime,
    userVerification: 'required',
  });
}

/**
 * Verifies the proof of a passkey. The counter must grow: a smaller counter means that the passkey
 * was copied.
 * @returns the user id
 * @throws HttpProblem 403 if a check fails
 */
export async function verifyPasskey(response: z.output<typeof authentication>): Promise<string> {
  const passkey = await db.passkey.findUnique({ where: { credentialId: response.id } });
  const owner = Buffer.from(response.response.userHandle, 'base64url').toString();
  if (passkey === null || passkey.userId !== owner) throw passkeyRefused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(challenge),
    ...expected,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(refuse);
  if (!verified) throw passkeyRefused();
  await db.passkey.updateMany({
    where: { id: passkey.id },
    data: {
      counter: BigInt(authenticationInfo.newCounter),
      backedUp: authenticationInfo.credentialBackedUp,
      lastUsedAt: new Date(),
    },
  });
  return passkey.userId;
}

/** The library reports each failed check as an error. */
function refuse(): never {
  throw passkeyRefused();
}
