import { createHash } from 'node:crypto';
import type { Options } from 'express-rate-limit';
import { createStore } from './limits';

/** At most 3 mails in 15 minutes and 10 a day. */
const limits = [
  { limit: 3, ...counterOf('auth:mails:recent:', 15 * 60_000) },
  { limit: 10, ...counterOf('auth:mails:day:', 24 * 3_600_000) },
];

function counterOf(prefix: string, windowMs: number) {
  const store = createStore(prefix);
  // Stores read only the window.
  store.init?.({ windowMs } as Options);
  return { store };
}

/**
 * Counts a mail that any visitor can request.
 * @returns whether the recipient may get another mail
 */
export async function countMail(address: string): Promise<boolean> {
  const key = createHash('sha256').update(address).digest('base64url');
  for (const { store, limit } of limits) {
    const { totalHits } = await store.increment(key);
    if (totalHits > limit) return false;
  }
  return true;
}
