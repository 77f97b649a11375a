import { vi } from 'vitest';
import type { KeptMail } from '../../server/development/mailbox';
import { mailsTo } from '../support/mailbox';

/** Waits for mails to an address. Returns the newest. */
export async function mailTo(address: string, count = 1): Promise<KeptMail> {
  const newest = await vi.waitFor(
    async () => {
      const mails = await mailsTo(address);
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails arrived.`);
      return mails[0];
    },
    { timeout: 20_000 },
  );
  if (newest === undefined) throw new Error('Wait for at least one mail.');
  return newest;
}

/** Returns the token in the link of a mail. */
export function tokenIn({ text }: Pick<KeptMail, 'text'>): string {
  const token = /#token=([\w-]+)$/m.exec(text)?.[1];
  if (token === undefined) throw new Error('The mail has no link with a token.');
  return token;
}

/** Waits for the mails to an address. Returns the token in the newest. */
export async function tokenTo(address: string, count = 1): Promise<string> {
  return tokenIn(await mailTo(address, count));
}

/** Returns the headers of a response that do not differ between requests. */
export function stableHeaders(headers: Headers): readonly (readonly [string, string])[] {
  const changing = ['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'keep-alive'];
  return [...headers].filter(([name]) => !changing.includes(name));
}
