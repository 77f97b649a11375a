import { db } from '../db';
import { publicColumns, type PublicUser } from './accounts';

/** A session, with the columns of its user that each request needs. `id` is the id of the user. */
interface StoredSession extends PublicUser {
  readonly userId: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  readonly disabledAt: Date | null;
}

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
