import type { Session } from '../../generated/prisma/client';
import { db } from '../db';

/** What changes when a session is refreshed. */
type Next = Pick<
  Session,
  'generation' | 'tokenId' | 'refreshToken' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
>;

/**
 * Moves a session on, if it is still where it was read: one statement, so that of several requests one succeeds.
 * @returns whether this one did
 */
export async function advanceSession(
  { id, generation, tokenId }: Pick<Session, 'id' | 'generation' | 'tokenId'>,
  next: Next,
): Promise<boolean> {
  const { refreshToken, refreshedAt, lastUsedAt, expiresAt } = next;
  const { count } = await db.session.updateMany({
    where: { id, generation, tokenId },
    data: {
      generation: next.generation,
      tokenId: next.tokenId,
      refreshToken,
      refreshedAt,
      lastUsedAt,
      expiresAt,
    },
  });
  return count === 1;
}
