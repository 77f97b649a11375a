import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../client/support';
import { ada, json, serveWith, submitButton, visitor } from './client-support';

vi.mock('@/generated/mail', () => ({ isMailAvailable: false }));

test('offers no link to a page that needs mail', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  openPage('/login');
  await submitButton();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
});

test.each(['/forgot-password', '/verify-email'])('leaves %s', async (path) => {
  serveWith({ 'GET /api/auth/session': visitor });
  openPage(path);
  await waitFor(() => expect(location.pathname).toBe('/login'));
});

test('hides the change of the address on the account page', async () => {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
  });
  openPage('/account');
  await screen.findByRole('heading', { name: 'Change your password' });
  expect(screen.queryByRole('button', { name: 'Change your e-mail address' })).toBeNull();
});
