import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAuth } from '@/hooks/useAuth';
import { get } from '@/lib/api';
import { hasDraft, keepDraft } from '@/lib/drafts';
import { createQueryClient } from '@/lib/query';
import { AuthProvider } from '@/providers/AuthProvider';
import { openPage } from '../client/support';
import {
  ada,
  calls,
  count,
  grace,
  hadSession,
  json,
  noContent,
  otherTab,
  problem,
  serveWith,
  submitButton,
  type,
  visitor,
} from './client-support';

const signOut = () => screen.findByRole('button', { name: 'Sign out' });
const signIn = () => screen.findByRole('link', { name: 'Sign in' });

/** Renders the current user and their cached orders. */
function Orders() {
  const { user, isLoading, logout } = useAuth();
  const name = isLoading ? 'somebody' : (user?.name ?? 'nobody');
  const orders = useQuery({ queryKey: ['orders'], queryFn: () => get<string>('/api/orders') });
  return (
    <>
      <p>{`${name}: ${orders.data ?? 'nothing'}`}</p>
      <button type="button" onClick={() => void logout()}>
        leave
      </button>
    </>
  );
}

/** Renders the orders and records the displayed text after each change. */
async function watchOrders() {
  const seen: (string | null)[] = [];
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <Orders />
      </AuthProvider>
    </QueryClientProvider>,
  );
  const line = () => container.querySelector('p')?.textContent ?? null;
  new MutationObserver(() => seen.push(line())).observe(container, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  return { seen, line };
}

test.each([
  ['here', async () => fireEvent.click(await screen.findByRole('button', { name: 'leave' }))],
  ['in another tab', async () => otherTab('signed-out')],
])('removes unsaved input after a sign-out %s', async (_, leave) => {
  serveWith({
    'GET /api/auth/session': () => Response.json({ user: ada }),
    'GET /api/orders': () => Response.json('of Ada'),
    'POST /api/auth/logout': noContent,
  });
  const { line } = await watchOrders();
  await waitFor(() => expect(line()).toContain('Ada'));
  keepDraft({ page: '/orders/new', userId: ada.id, values: { name: 'Draft' } });
  await leave();
  await waitFor(() => expect(hasDraft('/orders/new')).toBe(false));
  // A form that is still open keeps nothing.
  keepDraft({ page: '/orders/new', userId: ada.id, values: { name: 'Draft' } });
  expect(hasDraft('/orders/new')).toBe(false);
});

test('never shows cached data to the next user', async () => {
  let user: object | undefined = ada;
  serveWith({
    'GET /api/auth/session': () => Response.json({ user: user ?? null }),
    'GET /api/orders': () => Response.json(user === ada ? 'of Ada' : user ? 'of Grace' : 'public'),
    'POST /api/auth/logout': () => {
      user = undefined;
      return noContent();
    },
  });
  const { seen, line } = await watchOrders();
  await waitFor(() => expect(line()).toBe('Ada: of Ada'));
  fireEvent.click(screen.getByText('leave'));
  await waitFor(() => expect(line()).toBe('nobody: public'));
  user = grace;
  otherTab('signed-in');
  await waitFor(() => expect(line()).toBe('Grace: of Grace'));
  for (const wrong of ['nobody: of Ada', 'Grace: of Ada', 'Grace: public']) {
    expect(seen).not.toContain(wrong);
  }
  expect(seen).toContain('Ada: of Ada');
});

test('shows login links to visitors, and the name and sign-out button to users', async () => {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'POST /api/auth/logout': noContent,
  });
  openPage('/?tab=2');
  const button = await signOut();
  expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/account');
  fireEvent.click(button);
  const link = await signIn();
  expect(link.getAttribute('href')).toBe('/login?next=%2F%3Ftab%3D2');
  expect(localStorage).toHaveLength(0);
});

test('reports a failed sign-out and stays signed in', async () => {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'POST /api/auth/logout': () => Promise.reject(new TypeError('Failed to fetch')),
  });
  openPage('/');
  fireEvent.click(await signOut());
  expect(await screen.findByText(/still signed in/)).toBeDefined();
  expect(await signOut()).toBeDefined();
});

test('shows a notice when the session was ended elsewhere', async () => {
  let isOver = false;
  hadSession();
  serveWith({
    'GET /api/auth/session': () =>
      isOver ? problem(401, 'invalid_token') : Response.json({ user: ada }),
    'GET /api/auth/me': () => problem(401, 'invalid_token'),
    'GET /api/auth/sessions': () => (isOver ? problem(401, 'invalid_token') : Response.json([])),
    'POST /api/auth/refresh': () => problem(401, 'invalid_refresh_token'),
    'PUT /api/auth/password': () => problem(401, 'invalid_token'),
  });
  openPage('/account');
  await screen.findByRole('heading', { name: 'Your account' });
  isOver = true;
  for (const name of ['Current password', 'New password']) {
    fireEvent.change(screen.getByLabelText(name), { target: { value: 'A long Password 1' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(/session has ended/)).toBeDefined();
  expect(location.pathname + location.search).toBe('/login?next=%2Faccount');
  expect(count('POST /api/auth/refresh')).toBe(1);
});

const sessions = ['1', '2', '3'].map((id) => ({
  id,
  createdAt: `2026-03-0${id}T10:00:00.000Z`,
  lastUsedAt: '2026-03-09T10:00:00.000Z',
  expiresAt: '2026-04-01T10:00:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: id === '1',
}));

test('ends single sessions, other sessions or all sessions', async () => {
  let left = sessions;
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': () => Response.json(left),
    'DELETE /api/auth/sessions/3': () => {
      left = left.slice(0, 2);
      return noContent();
    },
    'DELETE /api/auth/sessions': () => {
      left = left.slice(0, 1);
      return noContent();
    },
  });
  openPage('/account');
  const region = await screen.findByRole('region', { name: 'Where you are signed in' });
  await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(3));
  expect(within(region).getAllByText(/Firefox on Linux/)).toHaveLength(3);
  const [, third] = within(region).getAllByRole('button', { name: /^Sign out Firefox/ });
  if (third) fireEvent.click(third);
  await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(2));
  fireEvent.click(within(region).getByRole('button', { name: 'Sign out all others' }));
  await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(1));
  fireEvent.click(within(region).getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
  await signIn();
  const ended = calls.map(({ name }) => name).filter((name) => name.startsWith('DELETE'));
  expect(ended.at(-1)).toBe('DELETE /api/auth/sessions');
});

test('asks for a recent sign-in before all sessions end', async () => {
  let isRecent = false;
  const end = 'DELETE /api/auth/sessions';
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json(sessions),
    [end]: () => (isRecent ? noContent() : problem(403, 'recent_sign_in_required')),
    'POST /api/auth/login': () => {
      isRecent = true;
      return Response.json({ user: ada });
    },
  });
  openPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const field = await within(dialog).findByLabelText('Password');
  fireEvent.change(field, { target: { value: 'A long Password 1' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
  await signIn();
  expect(count(end)).toBe(2);
});

test('never exposes a token to scripts', async () => {
  const tokens = { accessToken: 'canary-access', refreshToken: 'canary-refresh' };
  serveWith({
    'GET /api/auth/session': visitor,
    'POST /api/auth/login': json({ user: ada, ...tokens }),
  });
  openPage('/login');
  const button = await submitButton();
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  await signOut();
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]);
  expect(stored).not.toMatch(/canary|Password 1/);
  expect(Object.keys(localStorage)).toEqual(['auth-renewed-at']);
});

test('shows the link to the admin area after a renewal', async () => {
  hadSession();
  let isRenewed = false;
  const guarded = () =>
    isRenewed ? Response.json({ user: grace }) : problem(401, 'invalid_token');
  serveWith({
    'GET /api/auth/session': guarded,
    'GET /api/auth/me': guarded,
    'GET /api/admin/access': () => Response.json({ isAllowed: isRenewed, userId: null }),
    'POST /api/auth/refresh': async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      isRenewed = true;
      return noContent();
    },
  });
  openPage('/');
  expect(await screen.findByRole('link', { name: 'Admin' })).toBeDefined();
});
