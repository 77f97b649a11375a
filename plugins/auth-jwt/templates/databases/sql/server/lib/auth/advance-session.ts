import type { Session } from '../../generated/prisma/client';
import { db } from '../db';

/** The columns that change when a session is refreshed. */
type Next = Pick<
  Session,
  'generation' | 'tokenId' | 'refreshToken' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
>;

/**
 * Updates a session if it is unchanged since it was read. A single statement, so only one of
 * several requests succeeds.
 * @returns whether this request succeeded
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
