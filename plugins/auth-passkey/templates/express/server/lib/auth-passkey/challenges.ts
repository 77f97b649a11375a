import { createHash, randomBytes } from 'node:crypto';
import { db } from '../db';

/** The lifetime of a challenge in milliseconds. */
export const lifetime = 5 * 60_000;

/**
 * Creates a challenge for one registration or sign-in.
 * @param sessionId the session that registers a passkey; undefined for a sign-in
 */
export async function newChallenge(sessionId?: string): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const now = new Date();
  await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now } } });
  await db.passkeyChallenge.create({
    data: {
      challengeHash: hashOf(Buffer.from(challenge).toString('base64url')),
      sessionId: sessionId ?? null,
      expiresAt: new Date(now.getTime() + lifetime),
    },
  });
  return challenge;
}

/**
 * Deletes a challenge, so that it works once.
 * @param challenge in base64url
 * @returns whether the challenge was valid for this session, or for a sign-in
 */
export async function takeChallenge(challenge: string, sessionId?: string): Promise<boolean> {
  const { count } = await db.passkeyChallenge.deleteMany({
    where: {
      challengeHash: hashOf(challenge),
      sessionId: sessionId ?? null,
      expiresAt: { gt: new Date() },
    },
  });
  return count === 1;
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex');
}
