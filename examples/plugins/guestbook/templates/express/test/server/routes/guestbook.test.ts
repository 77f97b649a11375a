import { expect, test } from 'vitest';
import { useApi } from '../../support/api';

const api = useApi();

test('stores and returns a message', async () => {
  const left = await api.post('/api/guestbook', { text: 'Lovely place' });
  expect(left.status).toBe(201);
  const read = await api.get<{ text: string }[]>('/api/guestbook');
  expect(read.body.map(({ text }) => text)).toEqual(['Lovely place']);
});

test('refuses an empty message', async () => {
  expect((await api.post('/api/guestbook', { text: ' ' })).status).toBe(422);
});
