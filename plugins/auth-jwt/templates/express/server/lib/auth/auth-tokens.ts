import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client';
import { db } from '../db';
import type { Database } from '../records/types';
import { isTaken } from './accounts';
import { hashOf } from './tokens';

/** The action that a token permits. A token of one purpose is not accepted for another. */
export type Purpose =
  | 'password_reset'
  | 'email_verify'
  | 'email_change'
  | 'email_restore'
  | 'invitation'
  | 'magic_link';

interface NewToken {
  readonly purpose: Purpose;
  /** The address that receives the token, normalized. */
  readonly email: string;
  readonly userId?: string;
  /** Stored with the token and returned when it is used. */
  readonly data?: TokenData;
  /** The lifetime in seconds. */
  readonly seconds: number;
  /** Distinguishes tokens of one purpose and user that are valid at the same time. */
  readonly slot?: string;
}

type TokenData = Readonly<Record<string, string>>;

/** A valid token without its secret. */
export interface IssuedToken {
  readonly userId: string | undefined;
  readonly email: string;
  readonly data: TokenData;
  readonly issuedAt: Date;
}

const storedData = z.record(z.string(), z.string());

/** The shape of a token in requests. Longer strings are never hashed. */
export const tokenField = z.string().max(200);

/**
 * Creates a single-use token. Only its hash is stored. An earlier token of the purpose and user, or
 * address if there is no user, becomes invalid: both have one record, so concurrent calls leave one
 * valid token.
 */
export async function issueToken(options: NewToken): Promise<string> {
  const { purpose, email, userId, data = {}, seconds, slot = '' } = options;
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await clearExpiredTokens(new Date(now));
  const record = {
    id: hashOf(JSON.stringify([purpose, userId ?? email, slot])),
    purpose,
    email,
    userId: userId ?? null,
    tokenHash: hashOf(token),
    data: JSON.stringify(data),
    expiresAt: new Date(now + seconds * 1000),
    createdAt: new Date(now),
  };
  await replace(record).catch((error: unknown) => {
    // Another request created the record at the same moment.
    if (isTaken(error)) return replace(record);
    throw error;
  });
  return token;
}

function replace({ id, ...record }: Prisma.AuthTokenCreateInput & { readonly id: string }) {
  return db.authToken.upsert({
    where: { id },
    create: { id, ...record },
    update: record,
    select: { id: true },
  });
}

/** Returns a valid token without using it; `undefined` if it is invalid or expired. */
export async function findToken(purpose: Purpose, token: string): Promise<IssuedToken | undefined> {
  const record = await db.authToken.findUnique({ where: { tokenHash: hashOf(token) } });
  if (record?.purpose !== purpose || record.expiresAt <= new Date()) return undefined;
  const { userId, email, data, createdAt } = record;
  return {
    userId: userId ?? undefined,
    email,
    data: storedData.parse(JSON.parse(data)),
    issuedAt: createdAt,
  };
}

/**
 * Uses a token. Only one of several concurrent calls with the same token succeeds.
 * @returns undefined if it is invalid, expired or used, or of another purpose
 */
export async function takeToken(purpose: Purpose, token: string): Promise<IssuedToken | undefined> {
  const found = await findToken(purpose, token);
  if (found === undefined) return undefined;
  const { count } = await db.authToken.deleteMany({
    where: { tokenHash: hashOf(token), purpose, expiresAt: { gt: new Date() } },
  });
  return count === 1 ? found : undefined;
}

/** Invalidates the tokens of a user for some purposes. */
export async function voidTokens(
  userId: string,
  purposes: readonly Purpose[],
  tx: Database = db,
): Promise<void> {
  await tx.authToken.deleteMany({ where: { userId, purpose: { in: [...purposes] } } });
}

/**
 * Invalidates the links to restore an address that were issued after another one. The earliest link
 * belongs to the rightful owner: a thief who changes the address twice receives only later ones.
 */
export async function voidLaterRestores(
  userId: string,
  issuedAt: Date,
  tx: Database = db,
): Promise<void> {
  await tx.authToken.deleteMany({
    where: { userId, purpose: 'email_restore', createdAt: { gt: issuedAt } },
  });
}

/** Runs when a token is issued, so no scheduled job is needed. */
async function clearExpiredTokens(now: Date): Promise<void> {
  await db.authToken.deleteMany({ where: { expiresAt: { lt: now } } });
}
