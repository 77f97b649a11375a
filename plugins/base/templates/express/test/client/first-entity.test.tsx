import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage, serve } from './support';

vi.mock('@/generated/resources', () => ({ resources: [] }));

const notice = () => screen.queryByRole('region', { name: 'Add the first entity' });

beforeEach(() => serve({}));
afterEach(() => void vi.unstubAllEnvs());

test('the admin area shows how to add the first entity during development', async () => {
  openPage('/admin');
  await screen.findByRole('heading', { level: 1 });
  expect(notice()).not.toBeNull();
});

test('the command starts with the words that start Genlock on this machine', async () => {
  vi.stubEnv('GENLOCK_COMMAND', 'node /tools/genlock.js');
  openPage('/admin');
  await screen.findByRole('heading', { level: 1 });
  expect(notice()?.textContent).toContain('node /tools/genlock.js entity add Post');
});

test('shows no command to visitors in production', async () => {
  vi.stubEnv('DEV', false);
  openPage('/admin');
  await screen.findByRole('heading', { level: 1 });
  expect(notice()).toBeNull();
});
