import { expect, test } from 'vitest';
import { type Problem, useApi } from '../../support/api';

const api = useApi();

test('everything works', async () => {
  const { body } = await api.get('/api/status');
  expect(body).toEqual({ ok: true, checks: { clock: true, 'event-loop': true } });
});

test('one check is asked for by its name', async () => {
  expect((await api.get('/api/status/checks/clock')).body).toEqual({ ok: true });
  expect((await api.get('/api/status/checks/luck')).status).toBe(404);
});

test('memory is for administrators', async () => {
  const { status } = await api.get<Problem>('/api/status/memory');
  expect(status).toBe(401);
});

test.each(['POST', 'PUT'])('%s is echoed byte by byte', async (method) => {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method, headers, body: '{ "a":1 }' };
  const { body } = await api.request('/api/status/echo/a/b', init);
  expect(body).toEqual({ method, rest: ['a', 'b'], text: '{ "a":1 }' });
});

test('other methods are refused', async () => {
  const { status, headers } = await api.request('/api/status', { method: 'DELETE' });
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
