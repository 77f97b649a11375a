import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { db } from '../../../server/lib/db';
import { readToken } from '../../../server/lib/newsletter/links';
import { GET, POST } from '../../../server/routes/newsletter/issues';
import { mailsTo } from '../../support/mailbox';

/** Calls a handler without the guard of the route. */
async function call(
  handler: (req: Request, res: Response) => Promise<void>,
  body: unknown,
): Promise<unknown> {
  let sent: unknown;
  const res = {
    status: () => res,
    json(value: unknown) {
      sent = value;
    },
  };
  await handler({ body } as Request, res as unknown as Response);
  return sent;
}

test('sends an issue to confirmed subscribers, each with a link to unsubscribe', async () => {
  const mailedAt = new Date(0);
  const confirmed = { email: 'dora.reader@example.com', mailedAt, isConfirmed: true };
  const { id } = await db.subscriber.create({ data: confirmed });
  await db.subscriber.create({ data: { email: 'emil.reader@example.com', mailedAt } });

  expect(await call(GET, undefined)).toEqual({ subscribers: 1 });
  expect(await call(POST, { subject: 'News', text: 'Hello' })).toEqual({ subscribers: 1 });
  const [mail] = await mailsTo(confirmed.email);
  expect(mail?.subject).toBe('News');
  const [, fragment = ''] = /#(\S+)/.exec(mail?.text ?? '') ?? [];
  const token = new URLSearchParams(fragment).get('token') ?? '';
  expect(readToken('unsubscribe', token)).toBe(id);
  expect(mail?.unsubscribeUrl).toMatch(new RegExp(`^https?://\\S+/api/newsletter/\\w+/${token}$`));
  expect(await mailsTo('emil.reader@example.com')).toEqual([]);
});
