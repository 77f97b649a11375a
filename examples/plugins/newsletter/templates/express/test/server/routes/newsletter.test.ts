import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../server/lib/db';
import { linkFor, unsubscribeUrl } from '../../../server/lib/newsletter/links';
import { type Problem, useApi } from '../../support/api';
import { mailsTo } from '../../support/mailbox';

const api = useApi();
const subscribe = (email: string) => api.post('/api/newsletter/subscriptions', { email });

beforeEach(async () => {
  await db.subscriber.deleteMany();
});

async function tokenInMailTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  const [, fragment = ''] = /#(\S+)/.exec(mail?.text ?? '') ?? [];
  return new URLSearchParams(fragment).get('token') ?? '';
}

test('subscribes an address whose owner confirms', async () => {
  const email = 'ann.reader@example.com';
  expect((await subscribe(email.toUpperCase())).status).toBe(202);
  expect(await db.subscriber.findMany()).toMatchObject([{ email, isConfirmed: false }]);
  const token = await tokenInMailTo(email);
  expect((await api.post('/api/newsletter/confirmations', { token })).status).toBe(204);
  expect(await db.subscriber.findMany()).toMatchObject([{ email, isConfirmed: true }]);
});

test('sends one mail for several requests at the same time', async () => {
  const email = 'bob.reader@example.com';
  const answers = await Promise.all([1, 2, 3, 4].map(() => subscribe(email)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('refuses a token that was changed or made for another purpose', async () => {
  const email = 'cleo.reader@example.com';
  await subscribe(email);
  const token = await tokenInMailTo(email);
  const [id = ''] = token.split('.');
  for (const other of [`${id}.`, `x${token}`, id, '']) {
    const { status, body } = await api.post<Problem>('/api/newsletter/confirmations', {
      token: other,
    });
    expect([status, body.code]).toEqual([400, 'link_invalid']);
  }
  expect((await api.post('/api/newsletter/cancellations', { token })).status).toBe(400);
  expect(await db.subscriber.count()).toBe(1);
});

test.each([
  ['a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
  ['multipart data', new FormData()],
])('cancels a subscription with the request of a mail program: %s', async (_, body) => {
  const data = { email: 'fay.reader@example.com', mailedAt: new Date(0), isConfirmed: true };
  const { id } = await db.subscriber.create({ data });
  const confirm = linkFor('confirm', id).replace(/^.*token=/, '');
  const post = (path: string) => api.request(path, { method: 'POST', body });
  expect((await post(`/api/newsletter/cancellations/${confirm}`)).status).toBe(400);
  expect(await db.subscriber.count()).toBe(1);
  const { pathname } = new URL(unsubscribeUrl(id));
  expect((await post(pathname)).status).toBe(204);
  expect(await db.subscriber.count()).toBe(0);
  expect((await post(pathname)).status).toBe(204);
});

test('refuses an invalid address', async () => {
  expect((await subscribe('ann')).status).toBe(422);
});

test('does not let visitors send an issue', async () => {
  const issue = { subject: 'News', text: 'Hello' };
  expect((await api.post('/api/newsletter/issues', issue)).status).toBe(401);
  expect((await api.get('/api/newsletter/issues')).status).toBe(401);
});
