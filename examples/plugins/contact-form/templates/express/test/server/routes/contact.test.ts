import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../../server/generated/settings';
import { type Problem, useApi } from '../../support/api';

const api = useApi();
const message = { email: 'ann@example.com', text: 'Hello' };
const { webhookUrl } = settings['contact-form'];

/** What was sent to the webhook; everything else goes where it should. */
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

test('a message is sent on', async () => {
  expect((await api.post('/api/contact', message)).status).toBe(204);
  expect(sent).toMatchObject([{ from: message.email, text: message.text }]);
});

test('a failure tells nothing of where messages go', async () => {
  status = 500;
  const { body } = await api.post<Problem>('/api/contact', message);
  expect(body).toMatchObject({ status: 502, code: 'not_sent' });
  expect(JSON.stringify(body)).not.toContain(webhookUrl);
});

test('an address that is none is refused', async () => {
  expect((await api.post('/api/contact', { ...message, email: 'ann' })).status).toBe(422);
  expect(sent).toEqual([]);
});
