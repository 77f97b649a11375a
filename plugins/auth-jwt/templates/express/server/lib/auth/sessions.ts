import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { db } from '../db';
import { type PublicUser, publicUser } from './accounts';
import { authConfig } from './config';
import type { Tokens } from './cookies';
import { findStoredSession } from './stored-session';
import { hashOf, newTokenId, signAccessToken, signRefreshToken } from './tokens';

/** A session, with the columns of its user that each request needs. `id` is the id of the user. */
export interface StoredSession extends PublicUser {
  readonly userId: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  readonly disabledAt: Date | null;
}

/** The minimum interval between updates of `lastUsedAt`, in milliseconds. */
const noteAfter = 5 * 60_000;

/** An active session with its user. */
export interface LiveSession {
  readonly id: string;
  readonly user: PublicUser;
  /** When it ends, unless it is refreshed before. */
  readonly expiresAt: Date;
}

/** A new session with its tokens. */
export interface NewSession extends Tokens {
  readonly sessionId: string;
}

interface SessionOptions {
  readonly req?: Request;
  /** How the user proved their identity. */
  readonly methods?: string;
  /** When the user proved it. Default: now. */
  readonly authenticatedAt?: Date | undefined;
}

/** Returns the record of a new session, and its tokens, which are not stored. */
export function newSession(
  userId: string,
  { req, methods = 'pwd', authenticatedAt }: SessionOptions = {},
) {
  const now = new Date();
  const state = { id: newId(), generation: 0, tokenId: newTokenId(), refreshedAt: now };
  const refreshToken = signRefreshToken({ ...state, userId });
  const record = {
    ...state,
    methods,
    authenticatedAt: authenticatedAt === undefined || authenticatedAt > now ? now : authenticatedAt,
    refreshToken: hashOf(refreshToken),
    lastUsedAt: now,
    expiresAt: expiryAfter(now, now),
    ipAddress: req?.ip ?? null,
    userAgent: req?.get('User-Agent')?.slice(0, 200) ?? null,
  };
  const accessToken = signAccessToken({ ...state, userId });
  return { record, opened: { sessionId: state.id, accessToken, refreshToken } };
}

/** Creates a session for a user. The tokens are returned once and not stored. */
export async function openSession(userId: string, options?: SessionOptions): Promise<NewSession> {
  const { record, opened } = newSession(userId, options);
  await db.session.create({ data: { ...record, userId } });
  return opened;
}

/**
 * Returns the expiry of a session refreshed now: the idle timeout, limited by the maximum session
 * lifetime.
 */
export function expiryAfter(now: Date, begun: Date): Date {
  const { refreshLifetime, sessionLifetime } = authConfig;
  const idle = now.getTime() + refreshLifetime * 1000;
  return new Date(Math.min(idle, begun.getTime() + sessionLifetime * 1000));
}

/**
 * Returns a session unless it has ended or its user is disabled. Also loads the user, so role
 * changes apply to the next request.
 */
export async function liveSession(id: string, userId: string): Promise<LiveSession | undefined> {
  const now = new Date();
  const session = await findStoredSession(id);
  if (session === undefined || session.userId !== userId) return undefined;
  if (session.expiresAt <= now || session.disabledAt !== null) return undefined;
  if (now.getTime() - session.lastUsedAt.getTime() > noteAfter) {
    await db.session.updateMany({ where: { id }, data: { lastUsedAt: now } });
  }
  return { id, user: publicUser(session), expiresAt: session.expiresAt };
}

/**
 * Ends a session of a user.
 * @returns whether the session existed
 */
export async function endSession(id: string, userId: string): Promise<boolean> {
  const { count } = await db.session.deleteMany({ where: { id, userId } });
  return count > 0;
}

/** Ends all sessions of a user, optionally except one. Also ends incomplete sign-ins. */
export async function endSessions(userId: string, but?: string): Promise<void> {
  await db.session.deleteMany({
    where: { userId, ...(but === undefined ? {} : { NOT: { id: but } }) },
  });
  await db.signInChallenge.deleteMany({ where: { userId } });
}

/**
 * Deletes up to 100 expired sessions. Runs during other requests, so no scheduled job is needed.
 */
export async function clearExpired(): Promise<void> {
  const expired = await db.session.findMany({
    where: { expiresAt: { lt: new Date() } },
    select: { id: true },
    take: 100,
  });
  if (expired.length === 0) return;
  await db.session.deleteMany({ where: { id: { in: expired.map(({ id }) => id) } } });
}

/** Returns an unguessable id in cuid format. Ids in tokens are created before the record. */
export function newId(): string {
  const number = BigInt(`0x${randomBytes(15).toString('hex')}`);
  return `c${number.toString(36).padStart(24, '0')}`;
}
