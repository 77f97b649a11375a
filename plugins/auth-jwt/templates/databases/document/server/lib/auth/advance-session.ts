import { z } from 'zod';
import type { Session } from '../../generated/prisma/client';
import { db } from '../db';

/** What changes when a session is refreshed. */
type Next = Pick<
  Session,
  'generation' | 'tokenId' | 'refreshToken' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
>;

const updated = z.object({ n: z.number() });

/**
 * Moves a session on, if it is still where it was read. Prisma would look for the document first and change it then;
 * MongoDB does both at once, so that of several requests one succeeds.
 * @returns whether this one did
 */
export async function advanceSession(
  { id, generation, tokenId }: Pick<Session, 'id' | 'generation' | 'tokenId'>,
  next: Next,
): Promise<boolean> {
  const fields = {
    generation: next.generation,
    tokenId: next.tokenId,
    refreshToken: next.refreshToken,
    refreshedAt: date(next.refreshedAt),
    lastUsedAt: date(next.lastUsedAt),
    expiresAt: date(next.expiresAt),
  };
  const result = await db.$runCommandRaw({
    update: 'Session',
    updates: [{ q: { _id: id, generation, tokenId }, u: { $set: fields } }],
  });
  return updated.parse(result).n === 1;
}

/** As MongoDB reads it from JSON. */
function date(value: Date): { readonly $date: string } {
  return { $date: value.toISOString() };
}
