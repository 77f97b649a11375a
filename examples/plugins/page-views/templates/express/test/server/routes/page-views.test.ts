import { expect, test } from 'vitest';
import { useApi } from '../../support/api';

const api = useApi();

test('counts page views', async () => {
  const path = '/a-page';
  for (let count = 0; count < 3; count += 1) {
    expect((await api.post('/api/page-views', { path })).status).toBe(204);
  }
  const { body } = await api.get<{ path: string; count: number }[]>('/api/page-views');
  expect(body.find((page) => page.path === path)).toEqual({ path, count: 3 });
});

test('refuses a value that is not a path', async () => {
  expect((await api.post('/api/page-views', { path: 'https://example.com' })).status).toBe(422);
});
