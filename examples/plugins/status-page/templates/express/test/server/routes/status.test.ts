import { expect, test } from 'vitest';
import { type Problem, useApi } from '../../support/api';

const api = useApi();

test('reports that all checks pass', async () => {
  const { body } = await api.get('/api/status');
  expect(body).toEqual({ ok: true, checks: { clock: true, 'event-loop': true } });
});

test('runs a single check by name', async () => {
  expect((await api.get('/api/status/checks/clock')).body).toEqual({ ok: true });
  expect((await api.get('/api/status/checks/luck')).status).toBe(404);
});

test('shows memory usage to administrators only', async () => {
  const { status } = await api.get<Problem>('/api/status/memory');
  expect(status).toBe(401);
});

test.each(['POST', 'PUT'])('echoes a %s body byte for byte', async (method) => {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method, headers, body: '{ "a":1 }' };
  const { body } = await api.request('/api/status/echo/a/b', init);
  expect(body).toEqual({ method, rest: ['a', 'b'], text: '{ "a":1 }' });
});

test('refuses other methods', async () => {
  const { status, headers } = await api.request('/api/status', { method: 'DELETE' });
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
