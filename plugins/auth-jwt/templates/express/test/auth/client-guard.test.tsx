import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { AuthGuard } from '@/components/AuthGuard';
import type { Role } from '@/lib/auth/user';
import LoginPage from '@/pages/(auth)/login';
import { AuthProvider } from '@/providers/AuthProvider';
import '../client/support';
import {
  ada,
  count,
  grace,
  json,
  otherTab,
  problem,
  serveWith,
  submitButton,
  type,
  visitor,
} from './client-support';

/** All content that was rendered inside the guard. */
let shown: string[] = [];

function Secret() {
  shown.push('secret');
  return <p>secret</p>;
}

function openGuarded(roles?: readonly Role[]) {
  shown = [];
  const guarded = (
    <AuthGuard {...(roles && { roles })}>
      <Secret />
    </AuthGuard>
  );
  const router = createMemoryRouter(
    [
      { path: '/guarded', element: guarded },
      { path: '/login', element: <LoginPage /> },
      { path: '/', element: <p>home</p> },
    ],
    { initialEntries: ['/guarded?tab=2#end'] },
  );
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: 1 } } })}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
}

test('shows nothing while the user is loading, and requests the user once', async () => {
  let answer: (response: Response) => void = () => {};
  serveWith({ 'GET /api/auth/session': () => new Promise((resolve) => (answer = resolve)) });
  openGuarded();
  await screen.findByText('Loading…');
  expect(shown).toEqual([]);
  answer(Response.json({ user: ada }));
  await screen.findByText('secret');
  expect(count('GET /api/auth/session')).toBe(1);
});

test('redirects visitors to the login page and back', async () => {
  serveWith({ 'GET /api/auth/session': visitor, 'POST /api/auth/login': json({ user: ada }) });
  const router = openGuarded();
  const button = await submitButton();
  expect(shown).toEqual([]);
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  await screen.findByText('secret');
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe('/guarded?tab=2#end');
});

test('refuses a wrong role without a redirect to the login page', async () => {
  serveWith({ 'GET /api/auth/session': json({ user: ada }) });
  const router = openGuarded(['ADMIN', 'SUPER_ADMIN']);
  await screen.findByRole('heading', { name: 'Not for this account' });
  expect(shown).toEqual([]);
  expect(router.state.location.pathname).toBe('/guarded');
});

test('shows the content to permitted roles', async () => {
  serveWith({ 'GET /api/auth/session': json({ user: grace }) });
  openGuarded(['ADMIN']);
  expect(await screen.findByText('secret')).toBeDefined();
});

test('loads the user again after a server error', async () => {
  let isUp = false;
  serveWith({
    'GET /api/auth/session': () => (isUp ? Response.json({ user: ada }) : problem(500, 'internal')),
  });
  openGuarded();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(count('GET /api/auth/session')).toBe(2);
  isUp = true;
  fireEvent.click(retry);
  await screen.findByText('secret');
});

test('closes the page after a sign-out in another tab', async () => {
  serveWith({ 'GET /api/auth/session': json({ user: ada }) });
  openGuarded();
  await screen.findByText('secret');
  otherTab('signed-out');
  await screen.findByText('You signed out in another tab.');
  expect(screen.queryByText('secret')).toBeNull();
});

test('opens the page after a sign-in in another tab', async () => {
  let isIn = false;
  serveWith({ 'GET /api/auth/session': () => Response.json({ user: isIn ? ada : null }) });
  openGuarded();
  await submitButton();
  await waitFor(() => expect(count('GET /api/auth/session')).toBe(1));
  isIn = true;
  otherTab('signed-in');
  await screen.findByText('secret');
});
