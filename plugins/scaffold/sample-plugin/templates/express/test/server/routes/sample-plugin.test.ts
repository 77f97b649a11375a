import { expect, test } from 'vitest';
import { useApi } from '../../support/api';

const api = useApi();
const path = '/api/sample-plugin';
const tooLong = 'x'.repeat(Number('{{settings.maxLength}}') + 1);

test('a note is left and read', async () => {
  const left = await api.post<{ id: string }>(path, { text: ' Lovely place ' });
  expect(left.status).toBe(201);
  const { body } = await api.get<{ id: string; text: string }[]>(path);
  expect(body.find(({ id }) => id === left.body.id)?.text).toBe('Lovely place');
});

test.each([' ', tooLong])('a note of the wrong length is refused', async (text) => {
  expect((await api.post(path, { text })).status).toBe(422);
});
