import { title } from '../../generated/openapi';
import { isEmpty } from '../conditions';
import { db } from '../db';
import type { Database } from '../records/types';
import { authConfig } from './config';
import { invalidCode, totpEnabled, totpMissing } from './errors';
import { deriveKeys } from './keys';
import { addedElsewhere, registerMethod } from './methods';
import { newRecoveryCodes } from './recovery-codes';
import { seal, unseal } from './sealed';
import type { LiveSession } from './sessions';
import { takeStep } from './take-step';
import { base32, newSecret, stepOf } from './totp-codes';

const keys = deriveKeys(authConfig.accessKeys, 'totp secret');

registerMethod({
  id: 'totp',
  // A second factor alone does not sign a user in.
  countFor: async () => 0,
  dropFor: dropTotp,
});

/** Returns whether a user must prove a second factor. */
export async function hasTotp(userId: string): Promise<boolean> {
  const totp = await db.totp.findUnique({ where: { userId }, select: { confirmedAt: true } });
  return totp !== null && totp.confirmedAt !== null;
}

/**
 * Creates a secret for an authenticator app. It is not used until a code confirms it.
 * @throws HttpProblem 409 if a confirmed secret exists
 */
export async function setUpTotp({ id: sessionId, user: { id: userId, email } }: LiveSession) {
  if (await hasTotp(userId)) throw totpEnabled();
  const bytes = newSecret();
  const data = { secret: seal(keys[0], bytes, userId), lastStep: 0, sessionId };
  const { count } = await db.totp.updateMany({
    where: { userId, ...isEmpty('confirmedAt') },
    data,
  });
  // Fails if another request has confirmed a secret since.
  if (count === 0) await db.totp.create({ data: { userId, ...data } });
  const secret = base32(bytes);
  const query = new URLSearchParams({ secret, issuer: title });
  const label = [title, email].map(encodeURIComponent).join(':');
  // Some apps show a plus sign instead of a space.
  return { secret, uri: `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}` };
}

/**
 * Requires a second factor from now on.
 * @returns new recovery codes
 * @throws HttpProblem 403 for a wrong code, 409 if a confirmed secret exists or none was created
 */
export async function confirmTotp(
  { id: sessionId, user: { id: userId } }: LiveSession,
  code: string,
): Promise<readonly string[]> {
  if (await hasTotp(userId)) throw totpEnabled();
  if (!(await acceptsCode(userId, code))) throw invalidCode();
  const confirmedAt = new Date();
  const where = { userId, ...isEmpty('confirmedAt') };
  const own = await db.totp.updateMany({ where: { ...where, sessionId }, data: { confirmedAt } });
  if (own.count === 0) {
    // Another session knows the secret, so that the app belongs to no session.
    const data = { confirmedAt, sessionId: '' };
    const { count } = await db.totp.updateMany({ where, data });
    if (count === 0) throw totpEnabled();
  }
  return newRecoveryCodes(userId);
}

/**
 * Replaces the recovery codes of a user.
 * @throws HttpProblem 409 if no confirmed secret exists
 */
export async function renewRecoveryCodes({
  id: sessionId,
  user: { id: userId },
}: LiveSession): Promise<readonly string[]> {
  if (!(await hasTotp(userId))) throw totpMissing();
  await db.totp.updateMany({ where: { userId, NOT: { sessionId } }, data: { sessionId: '' } });
  return newRecoveryCodes(userId);
}

/**
 * Returns whether a code is valid, and accepts it only once.
 * @throws HttpProblem 409 if the user has no secret
 */
export async function acceptsCode(userId: string, code: string): Promise<boolean> {
  const totp = await db.totp.findUnique({ where: { userId }, select: { secret: true } });
  if (totp === null) throw totpMissing();
  const secret = await readSecret(userId, totp.secret);
  const step = secret === undefined ? undefined : stepOf(secret, code);
  return step !== undefined && (await takeStep(userId, step));
}

/** Decrypts a secret. If a previous key encrypted it, encrypts it again with the current key. */
async function readSecret(userId: string, sealed: string): Promise<Buffer | undefined> {
  const [current, ...previous] = keys;
  const known = unseal(current, sealed, userId);
  if (known !== undefined) return known;
  const old = previous
    .map((key) => unseal(key, sealed, userId))
    .find((value) => value !== undefined);
  if (old === undefined) return undefined;
  const data = { secret: seal(current, old, userId) };
  await db.totp.updateMany({ where: { userId, secret: sealed }, data });
  return old;
}

/** Removes the second factor unless the session `kept` has set it up. */
async function dropTotp(userId: string, tx: Database, kept?: string): Promise<void> {
  const isOther = (await tx.totp.count({ where: addedElsewhere(userId, kept) })) > 0;
  if (isOther) await removeTotp(userId, tx);
}

/** Removes the second factor of a user, with its recovery codes. */
export async function removeTotp(userId: string, tx: Database = db): Promise<void> {
  const where = { userId };
  await tx.totp.deleteMany({ where });
  await tx.recoveryCode.deleteMany({ where });
  await tx.signInChallenge.deleteMany({ where });
}
