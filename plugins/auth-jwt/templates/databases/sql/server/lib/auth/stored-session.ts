import { db, tableOf } from '../db';
import type { StoredSession } from './sessions';

const [session, user] = [tableOf('Session'), tableOf('User')];

/**
 * Reads a session and its user. Each request of a user does this, so it is one query. Prisma would
 * need two.
 */
export async function findStoredSession(id: string): Promise<StoredSession | undefined> {
  const [found] = await db.$queryRaw<StoredSession[]>`
    SELECT s."userId", s."expiresAt", s."lastUsedAt",
      u."id", u."email", u."name", u."role", u."disabledAt"
    FROM ${session} s JOIN ${user} u ON u."id" = s."userId"
    WHERE s."id" = ${id}`;
  return found;
}
