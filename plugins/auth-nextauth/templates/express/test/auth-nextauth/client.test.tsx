import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/hooks/useSession';
import { signOut } from '@/lib/auth-nextauth';
import { t } from '@/lib/i18n';
import { AuthProvider } from '@/providers/AuthProvider';
import {
  ada,
  bodyOf,
  count,
  json,
  noContent,
  problem,
  serveWith,
  visitor,
} from '../auth/client-support';
import { openPage } from '../client/support';

const google = { id: 'google', name: 'Google' };
const github = { id: 'github', name: 'GitHub' };
const providers = json({ google, github });
const begin = 'POST /api/auth/signin/google';

const assign = vi.spyOn(location, 'assign');

beforeEach(() => {
  assign.mockReset();
  assign.mockImplementation(() => {});
});

const button = (name: string) => screen.findByRole('button', { name });

function serveVisitor(answers: Parameters<typeof serveWith>[0] = {}) {
  serveWith({
    'GET /api/auth/session': visitor,
    'GET /api/auth/providers': providers,
    [begin]: json({ url: 'https://accounts.google.com/authorize?state=x' }),
    ...answers,
  });
}

test.each([
  ['/login', '/'],
  ['/register', '/'],
  ['/login?next=/products', '/products'],
  ['/login?next=//evil.example', '/'],
])('opens a provider from %s', async (path, callbackUrl) => {
  serveVisitor();
  openPage(path);
  fireEvent.click(await button('Continue with Google'));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(assign).toHaveBeenCalledWith('https://accounts.google.com/authorize?state=x');
  expect(bodyOf(begin)).toEqual({ callbackUrl });
});

test('accepts an invitation with a provider', async () => {
  serveVisitor();
  openPage('/invitation#token=secret');
  fireEvent.click(await button('Continue with Google'));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(bodyOf(begin)).toEqual({ callbackUrl: '/', invitation: 'secret' });
});

test('shows no buttons without providers', async () => {
  serveVisitor({ 'GET /api/auth/providers': json({}) });
  openPage('/login');
  await waitFor(() => expect(count('GET /api/auth/providers')).toBe(1));
  await screen.findByLabelText('Password');
  expect(screen.queryByText(t('nextauthOr'))).toBeNull();
});

test('shows why a provider cannot be opened', async () => {
  serveVisitor({ [begin]: () => problem(503, 'provider_unavailable') });
  openPage('/login');
  fireEvent.click(await button('Continue with Google'));
  expect((await screen.findByRole('alert')).textContent).toBe('Refused: provider_unavailable');
  expect(assign).not.toHaveBeenCalled();
});

test.each([
  ['account_exists', t('nextauthAccountExists')],
  ['access_denied', t('nextauthAccessDenied')],
  ['Your account is locked, call 555', t('nextauthFailed')],
  ['constructor', t('nextauthFailed')],
])('shows the message of the code %s', async (code, text) => {
  serveVisitor();
  openPage(`/login?${new URLSearchParams({ error: code })}`);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(text);
  expect(document.activeElement).toBe(alert);
});

const account = {
  id: 'a1',
  provider: 'google',
  name: 'Google',
  email: ada.email,
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: '2026-01-01T00:00:00Z',
};

function serveAda(accounts: readonly object[], answers: Parameters<typeof serveWith>[0] = {}) {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/providers': providers,
    'GET /api/auth/accounts': json({ accounts, canLink: true }),
    [begin]: json({ url: 'https://accounts.google.com/authorize?state=x' }),
    ...answers,
  });
}

test('connects a provider on the page of the account', async () => {
  serveAda([]);
  openPage('/account');
  fireEvent.click(await button('Connect Google'));
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  const body = { callbackUrl: '/account', link: true };
  expect(bodyOf(begin)).toEqual(body);
});

test('disconnects a provider', async () => {
  serveAda([account], { 'DELETE /api/auth/accounts/a1': noContent });
  openPage('/account');
  const end = await button(`Disconnect Google ${ada.email}`);
  expect(screen.queryByRole('button', { name: 'Connect Google' })).toBeNull();
  await button('Connect GitHub');
  fireEvent.click(end);
  await waitFor(() => expect(count('GET /api/auth/accounts')).toBe(2));
});

test('shows why a provider cannot be disconnected', async () => {
  serveAda([account], { 'DELETE /api/auth/accounts/a1': () => problem(409, 'last_method') });
  openPage('/account');
  fireEvent.click(await button(`Disconnect Google ${ada.email}`));
  expect(await screen.findByText('Refused: last_method')).toBeTruthy();
});

test('shows the error of a connection on the page of the account', async () => {
  serveAda([]);
  openPage('/account?error=linked_elsewhere');
  expect(await screen.findByText(t('nextauthLinkedElsewhere'))).toBeTruthy();
});

test('hides the section if nothing can be connected', async () => {
  serveAda([], { 'GET /api/auth/accounts': json({ accounts: [], canLink: false }) });
  openPage('/account');
  await waitFor(() => expect(count('GET /api/auth/accounts')).toBe(1));
  await waitFor(() => expect(screen.queryByText(t('nextauthConnected'))).toBeNull());
});

test('signs out and opens a page', async () => {
  localStorage.setItem('auth-renewed-at', '1');
  serveWith({ 'POST /api/auth/signout': noContent });
  await signOut({ callbackUrl: '/goodbye' });
  expect(assign).toHaveBeenCalledWith('/goodbye');
  expect(localStorage.getItem('auth-renewed-at')).toBeNull();
});

test.each([
  ['a visitor', null, { data: null, status: 'unauthenticated' }],
  ['a user', ada, { data: { user: ada }, status: 'authenticated' }],
])('returns the session of %s in the form of NextAuth', async (_, user, expected) => {
  serveWith({ 'GET /api/auth/session': json({ user }) });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <AuthProvider>{children}</AuthProvider>
    </QueryClientProvider>
  );
  const { result } = renderHook(useSession, { wrapper });
  expect(result.current).toEqual({ data: null, status: 'loading' });
  await waitFor(() => expect(result.current).toEqual(expected));
});
