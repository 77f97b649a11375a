import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage, serve } from './support';

vi.mock('@/generated/navigation', () => ({
  navigation: [{ to: '/no-books', label: 'Books', read: 'public' }],
}));

async function openMenu() {
  serve({ 'GET /api/admin/access': { isAllowed: true, userId: null } });
  openPage('/');
  const button = await screen.findByRole('button', { name: 'Open navigation' });
  button.focus();
  fireEvent.click(button);
  const menu = within(await screen.findByRole('dialog', { name: 'Navigation' }));
  return { button, menu };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('shows the links of the site in a menu, which closes after a navigation', async () => {
  const { menu } = await openMenu();
  await menu.findByRole('link', { name: 'Admin' });
  expect(menu.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(menu.getByRole('link', { name: 'Books' }));
  await isClosed();
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
});

test('closes the menu on Escape and returns to its button', async () => {
  const { button, menu } = await openMenu();
  fireEvent.keyDown(menu.getByRole('link', { name: 'Home' }), { key: 'Escape' });
  await isClosed();
  await waitFor(() => expect(document.activeElement).toBe(button));
});
