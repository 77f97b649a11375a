import { z } from 'zod';
import type { Session } from '../../generated/prisma/client';
import { db } from '../db';

/** The columns that change when a session is refreshed. */
type Next = Pick<
  Session,
  'generation' | 'tokenId' | 'refreshToken' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
>;

const updated = z.object({ n: z.number() });

/**
 * Updates a session if it is unchanged since it was read. Prisma would find and update the document
 * in two steps. MongoDB does both atomically, so only one of several requests succeeds.
 * @returns whether this request succeeded
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

/** Returns a date in MongoDB’s Extended JSON. */
function date(value: Date): { readonly $date: string } {
  return { $date: value.toISOString() };
}
