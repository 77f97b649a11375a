import { randomBytes } from 'node:crypto';
import { db } from '../db';
import { invalidChallenge, tooManyRequests } from './errors';
import { newCounter } from './limits';
import { acceptsRecoveryCode } from './recovery-codes';
import { hashOf } from './tokens';
import { acceptsCode, hasTotp } from './totp';

/** The lifetime of a challenge in milliseconds. */
const lifetime = 5 * 60_000;
const codesPerChallenge = 5;
const codesPerHour = 10;

const ofChallenge = newCounter('auth:challenge:', lifetime);
const ofAccount = newCounter('auth:codes:', 60 * 60_000);

/** Returns the names of the second factors that a user has. */
export async function secondFactorsOf(userId: string): Promise<readonly string[]> {
  return (await hasTotp(userId)) ? ['totp'] : [];
}

/**
 * Creates a challenge for a user who has proved one factor. The token is returned once and not
 * stored.
 */
export async function newChallenge(userId: string, method: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await db.signInChallenge.deleteMany({ where: { expiresAt: { lt: now } } });
  const expiresAt = new Date(now.getTime() + lifetime);
  await db.signInChallenge.create({
    data: { userId, method, tokenHash: hashOf(token), expiresAt },
  });
  return token;
}

/** A challenge that is not used or expired. */
export interface Challenge {
  readonly userId: string;
  readonly method: string;
  readonly tokenHash: string;
}

/**
 * Finds a challenge and counts an attempt.
 * @throws HttpProblem 401 if it is unknown, expired or was tried too often, 429 if the account was
 * tried too often
 */
export async function readChallenge(token: string): Promise<Challenge> {
  const tokenHash = hashOf(token);
  const challenge = await db.signInChallenge.findUnique({
    where: { tokenHash },
    select: { userId: true, method: true, tokenHash: true, expiresAt: true },
  });
  if (challenge === null || challenge.expiresAt <= new Date()) throw invalidChallenge();
  if ((await ofChallenge.count(tokenHash)) > codesPerChallenge) throw invalidChallenge();
  if ((await ofAccount.count(challenge.userId)) > codesPerHour) {
    throw tooManyRequests(await ofAccount.wait(challenge.userId));
  }
  return challenge;
}

/**
 * Checks a code of an app or a recovery code.
 * @returns the name of the factor; undefined if the code is wrong
 */
export async function checkCode(userId: string, code: string): Promise<string | undefined> {
  const text = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(text)) return (await acceptsCode(userId, text)) ? 'totp' : undefined;
  return (await acceptsRecoveryCode(userId, text)) ? 'recovery' : undefined;
}

/**
 * Ends a challenge after a right code, which does not count as an attempt.
 * @throws HttpProblem 401 if another request has ended it
 */
export async function closeChallenge({ userId, tokenHash }: Challenge): Promise<void> {
  const { count } = await db.signInChallenge.deleteMany({ where: { tokenHash } });
  if (count === 0) throw invalidChallenge();
  await ofAccount.forget(userId);
}

/** Ends a challenge. */
export async function endChallenge(token: string): Promise<void> {
  await db.signInChallenge.deleteMany({ where: { tokenHash: hashOf(token) } });
}
