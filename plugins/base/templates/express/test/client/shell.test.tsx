import { patternOf } from '@shared/lib/page-pattern';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, sent, serve } from './support';

const navigation = () => screen.findByRole('navigation', { name: 'Main' });
const isDark = () => document.documentElement.classList.contains('dark');

test.each([
  ['index.tsx', ''],
  ['orders/index.tsx', 'orders'],
  ['orders/[id].tsx', 'orders/:id'],
  ['(account)/login.tsx', 'login'],
  ['docs/[...path].tsx', 'docs/*'],
  ['404.tsx', '*'],
])('maps a file to its URL: %s', (file, pattern) => {
  expect(patternOf(file)).toBe(pattern);
});

test('shows the home page', async () => {
  serve({});
  openPage('/');
  const main = await screen.findByRole('main');
  await waitFor(() => expect(main.textContent.replace('Loading…', '')).not.toBe(''));
  expect(screen.queryByText('Page not found')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toBeDefined();
});

test('offers the admin area only to users who can open it', async () => {
  serve({ 'GET /api/admin/access': { isAllowed: true, userId: null } });
  openPage('/');
  await within(await navigation()).findByRole('link', { name: 'Admin' });
  cleanup();
  const answer = Promise.resolve({ isAllowed: false, userId: null });
  serve({ 'GET /api/admin/access': answer });
  openPage('/');
  const links = within(await navigation());
  await sent('GET /api/admin/access');
  await answer;
  expect(links.queryByRole('link', { name: /admin/i })).toBeNull();
});

test('shows a page for unknown paths', async () => {
  serve({});
  openPage('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
});

test('switches between light and dark', async () => {
  serve({});
  openPage('/');
  const before = isDark();
  fireEvent.click(await screen.findByRole('button', { name: /theme/ }));
  expect(isDark()).toBe(!before);
});
