import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage, serve } from './support';

vi.mock('@/generated/resources', () => ({ resources: [] }));

const notice = () => screen.queryByRole('region', { name: 'Add the first entity' });

beforeEach(() => serve({}));
afterEach(() => void vi.unstubAllEnvs());

test.each(['/', '/admin'])(
  '%s shows how to add the first entity during development',
  async (path) => {
    openPage(path);
    await screen.findByRole('heading', { level: 1 });
    expect(notice()).not.toBeNull();
  },
);

test('visitors in production see no command', async () => {
  vi.stubEnv('DEV', false);
  openPage('/');
  await screen.findByRole('heading', { level: 1 });
  expect(notice()).toBeNull();
});
