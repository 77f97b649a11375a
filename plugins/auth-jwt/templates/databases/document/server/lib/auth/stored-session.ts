import { db } from '../db';
import { publicColumns } from './accounts';
import type { StoredSession } from './sessions';

/** Reads a session and its user. Each request of a user does this. */
export async function findStoredSession(id: string): Promise<StoredSession | undefined> {
  const found = await db.session.findUnique({
    where: { id },
    select: {
      userId: true,
      expiresAt: true,
      lastUsedAt: true,
      user: { select: { ...publicColumns, disabledAt: true } },
    },
  });
  if (found === null) return undefined;
  const { user, ...session } = found;
  return { ...session, ...user };
}
