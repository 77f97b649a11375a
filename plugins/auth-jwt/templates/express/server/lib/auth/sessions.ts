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

/** A session of a user that is kept by who asks for it, and its tokens; they are given once and not kept. */
export function newSession(userId: string, req?: Request) {
  const now = new Date();
  const state = { id: newId(), generation: 0, tokenId: newTokenId(), refreshedAt: now };
  const refreshToken = signRefreshToken({ ...state, userId });
  const record = {
    ...state,
    refreshToken: hashOf(refreshToken),
    lastUsedAt: now,
    expiresAt: expiryAfter(now, now),
    ipAddress: req?.ip ?? null,
    userAgent: req?.get('User-Agent')?.slice(0, 200) ?? null,
  };
  const accessToken = signAccessToken({ ...state, userId });
  return { record, opened: { sessionId: state.id, accessToken, refreshToken } };
}

/** Begins a session of a user. */
export async function openSession(userId: string, req?: Request): Promise<NewSession> {
  const { record, opened } = newSession(userId, req);
  await db.session.create({ data: { ...record, userId } });
  return opened;
}

/**
 * When a session ends that is refreshed now: if nobody refreshes it again, and at the latest some time after it began.
 */
export function expiryAfter(now: Date, begun: Date): Date {
  const { refreshLifetime, sessionLifetime } = authConfig;
  const idle = now.getTime() + refreshLifetime * 1000;
  return new Date(Math.min(idle, begun.getTime() + sessionLifetime * 1000));
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

/** Of the form of a cuid, but nobody's guess. Ids that stand in tokens are made before their record. */
export function newId(): string {
  const number = BigInt(`0x${randomBytes(15).toString('hex')}`);
  return `c${number.toString(36).padStart(24, '0')}`;
}
