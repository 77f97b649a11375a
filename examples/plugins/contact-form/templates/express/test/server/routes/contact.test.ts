import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../../server/generated/settings';
import { type Problem, useApi } from '../../support/api';

const api = useApi();
const message = { email: 'ann@example.com', text: 'Hello' };
const { webhookUrl } = settings['contact-form'];

/** The bodies sent to the webhook. All other requests use the real `fetch`. */
const sent: unknown[] = [];
let status: number;
beforeEach(() => {
  const realFetch = globalThis.fetch;
  status = 200;
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== webhookUrl) return realFetch(url, init);
    sent.push(JSON.parse(String(init?.body)));
    return new Response(null, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('forwards a message to the webhook', async () => {
  expect((await api.post('/api/contact', message)).status).toBe(204);
  expect(sent).toMatchObject([{ from: message.email, text: message.text }]);
});

test('does not reveal the webhook address when delivery fails', async () => {
  status = 500;
  const { body } = await api.post<Problem>('/api/contact', message);
  expect(body).toMatchObject({ status: 502, code: 'not_sent' });
  expect(JSON.stringify(body)).not.toContain(webhookUrl);
});

test('refuses an invalid e-mail address', async () => {
  expect((await api.post('/api/contact', { ...message, email: 'ann' })).status).toBe(422);
  expect(sent).toEqual([]);
});
