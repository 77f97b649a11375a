import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { db } from '../db';
import { publicColumns, type PublicUser } from './accounts';
import { authConfig } from './config';
import type { Tokens } from './cookies';
import { hashOf, newTokenId, signAccessToken, signRefreshToken } from './tokens';

/** Milliseconds after which it is noted again that a session is in use. */
const noteAfter = 5 * 60_000;

/** A session that is alive, and whose it is. */
export interface LiveSession {
  readonly id: string;
  readonly user: PublicUser;
}

interface NewSession extends Tokens {
  readonly sessionId: string;
}

/** The tokens of a new session; they are given once and not kept. */
export async function openSession(userId: string, req?: Request): Promise<NewSession> {
  const now = new Date();
  const state = {
    id: newSessionId(),
    userId,
    generation: 0,
    tokenId: newTokenId(),
    refreshedAt: now,
  };
  const refreshToken = signRefreshToken(state);
  await db.session.create({
    data: {
      ...state,
      refreshToken: hashOf(refreshToken),
      lastUsedAt: now,
      expiresAt: expiryAfter(now),
      ipAddress: req?.ip ?? null,
      userAgent: req?.get('User-Agent')?.slice(0, 200) ?? null,
    },
  });
  return { sessionId: state.id, accessToken: signAccessToken(state), refreshToken };
}

/** When a session ends that is refreshed now. */
export function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + authConfig.refreshLifetime * 1000);
}

/** The session, unless it has ended; reads the user too, so that a role holds from the next request on. */
export async function liveSession(id: string, userId: string): Promise<LiveSession | undefined> {
  const now = new Date();
  const session = await db.session.findUnique({
    where: { id },
    select: { userId: true, expiresAt: true, lastUsedAt: true, user: { select: publicColumns } },
  });
  if (session === null || session.userId !== userId || session.expiresAt <= now) return undefined;
  if (now.getTime() - session.lastUsedAt.getTime() > noteAfter) {
    await db.session.updateMany({ where: { id }, data: { lastUsedAt: now } });
  }
  return { id, user: session.user };
}

/** Ends a session of a user. @returns whether there was one */
export async function endSession(id: string, userId: string): Promise<boolean> {
  const { count } = await db.session.deleteMany({ where: { id, userId } });
  return count > 0;
}

/** Ends the sessions of a user, but one if that is named. */
export async function endSessions(userId: string, but?: string): Promise<void> {
  await db.session.deleteMany({
    where: { userId, ...(but === undefined ? {} : { NOT: { id: but } }) },
  });
}

/** Clears away sessions that have expired, a few at a time: done in passing, so that there is nothing to schedule. */
export async function clearExpired(): Promise<void> {
  const expired = await db.session.findMany({
    where: { expiresAt: { lt: new Date() } },
    select: { id: true },
    take: 100,
  });
  if (expired.length === 0) return;
  await db.session.deleteMany({ where: { id: { in: expired.map(({ id }) => id) } } });
}

/** Of the form of a cuid, but nobody's guess. It is in the session's tokens, so it is made before the record. */
function newSessionId(): string {
  const number = BigInt(`0x${randomBytes(15).toString('hex')}`);
  return `c${number.toString(36).padStart(24, '0')}`;
}
