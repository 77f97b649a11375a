import { isEmpty } from '../conditions';
import { db } from '../db';
import type { Database } from '../records/types';
import { voidTokens } from './auth-tokens';
import { dropMethods } from './methods';
import { noPassword } from './passwords';

/** Parts of an account that the first proof of its address keeps. */
export interface Kept {
  /** The session that the proof comes from. It stays, with the ways in that it has added. */
  readonly sessionId?: string | undefined;
  /** Whether the prover has typed the current password. */
  readonly password?: boolean;
}

/**
 * Notes that a user has proved the address of the account. Another person can have created the
 * account with this address. Therefore, the first proof ends all sessions and removes the password,
 * the second factor, other ways in and pending changes of the address, unless they are kept.
 */
export async function proveAddress(
  userId: string,
  { sessionId, password = false }: Kept = {},
  tx: Database = db,
): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, ...isEmpty('emailVerified') },
    data: { emailVerified: new Date(), ...(password ? {} : { password: noPassword }) },
  });
  if (count === 0) return;
  await tx.session.deleteMany({
    where: { userId, ...(sessionId === undefined ? {} : { NOT: { id: sessionId } }) },
  });
  await dropMethods(userId, { keep: ['pwd'], sessionId, tx });
  const pending = ['password_reset', 'email_change', 'email_restore', 'magic_link'] as const;
  await voidTokens(userId, pending, tx);
}
