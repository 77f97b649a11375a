import { expect, test } from 'vitest';
import { useApi } from '../../support/api';

const api = useApi();

test('a message is left and read', async () => {
  const left = await api.post('/api/guestbook', { text: 'Lovely place' });
  expect(left.status).toBe(201);
  const read = await api.get<{ text: string }[]>('/api/guestbook');
  expect(read.body.map(({ text }) => text)).toEqual(['Lovely place']);
});

test('an empty message is refused', async () => {
  expect((await api.post('/api/guestbook', { text: ' ' })).status).toBe(422);
});
