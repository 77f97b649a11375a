import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../client/support';
import { ada, calls, grace, json, noContent, problem, serveWith } from './client-support';

const root = { id: '3', email: 'root@example.com', name: null, role: 'SUPER_ADMIN' } as const;
const nothing = { manage: false, changeRole: false };
const stored = {
  emailVerified: null,
  disabledAt: null,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastSignInAt: null,
  secondFactor: false,
};
const users = [
  { ...ada, ...stored, may: { manage: true, changeRole: true } },
  {
    ...grace,
    ...stored,
    disabledAt: '2026-01-31T12:00:00.000Z',
    may: { ...nothing, manage: true },
  },
  { ...root, ...stored, may: nothing },
];
const invitation = {
  id: 'i1',
  email: 'new@example.com',
  role: 'USER',
  invitedBy: { id: '9', email: null },
  createdAt: '2026-01-31T12:00:00.000Z',
  expiresAt: '2026-02-07T12:00:00.000Z',
  mayRevoke: true,
};

type Answers = Parameters<typeof serveWith>[0];

async function openUsers(answers: Answers = {}) {
  serveWith({
    'GET /api/admin': json({ user: root }),
    'GET /api/auth/session': json({ user: root }),
    'GET /api/admin/users': json(users),
    'GET /api/admin/users/invitations': json([]),
    ...answers,
  });
  openPage('/admin/auth/users');
  return screen.findByRole('table', { name: 'Users' });
}

async function menuOf(name: string) {
  const trigger = await screen.findByRole('button', { name: `Actions for ${name}` });
  fireEvent.click(trigger);
  return screen.findByRole('menu');
}

async function choose(name: string, action: string) {
  const menu = await menuOf(name);
  fireEvent.click(within(menu).getByRole('menuitem', { name: action }));
}

const sentTo = (name: string) => calls.filter((call) => call.name === name);

test('shows the users with their state, and marks the current user', async () => {
  const table = await openUsers();
  const rows = within(table).getAllByRole('row').slice(1);
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/Ada.*ada@example.com.*User.*Enabled.*Never/);
  expect(texts[1]).toMatch(/Grace.*Administrator.*Disabled/);
  expect(texts[2]).toMatch(/root@example.com · you/);
});

test('offers only the permitted actions', async () => {
  await openUsers();
  const itemsOf = async (name: string) => {
    const menu = await menuOf(name);
    const items = within(menu).getAllByRole('menuitem');
    const texts = items.map(({ textContent }) => textContent);
    fireEvent.keyDown(menu, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return texts;
  };
  expect(await itemsOf('Ada')).toEqual([
    'Change role…',
    'Sign out everywhere…',
    'Send a link for a new password…',
    'Disable…',
    'Delete…',
  ]);
  expect(await itemsOf('Grace')).toEqual(['Enable…', 'Delete…']);
  expect(screen.queryByRole('button', { name: 'Actions for root@example.com' })).toBeNull();
});

test.each([
  ['Disable', 'PUT /api/admin/users/1/disabled'],
  ['Sign out everywhere', 'DELETE /api/admin/users/1/sessions'],
  ['Send a link for a new password', 'POST /api/admin/users/1/password-reset'],
  ['Delete', 'DELETE /api/admin/users/1'],
])('sends “%s” only after a confirmation', async (action, request) => {
  await openUsers({ [request]: noContent });
  await choose('Ada', `${action}…`);
  const dialog = await screen.findByRole('alertdialog');
  expect(sentTo(request)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: action }));
  await waitFor(() => expect(sentTo(request)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('keeps the dialog open with the reason of a refusal', async () => {
  await openUsers({ 'DELETE /api/admin/users/1': () => problem(409, 'last_super_admin') });
  await choose('Ada', 'Delete…');
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Refused: last_super_admin');
});

test('changes a role', async () => {
  const request = 'PUT /api/admin/users/1/role';
  await openUsers({ [request]: noContent });
  await choose('Ada', 'Change role…');
  const dialog = await screen.findByRole('dialog', { name: 'Change the role of Ada' });
  fireEvent.change(within(dialog).getByLabelText('Role'), { target: { value: 'ADMIN' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(sentTo(request)[0]?.body).toEqual({ role: 'ADMIN' }));
});

async function invite(user: typeof root | typeof grace, answer: object) {
  await openUsers({
    'GET /api/auth/session': json({ user }),
    'POST /api/admin/users/invitations': json(answer),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Invite a user' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite a user' });
  const email = within(dialog).getByLabelText('E-mail address');
  fireEvent.change(email, { target: { value: 'new@example.com' } });
  const role = within(dialog).getByLabelText<HTMLSelectElement>('Role');
  fireEvent.change(role, { target: { value: 'ADMIN' } });
  const offered = [...role.options].map(({ value }) => value);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(sentTo('POST /api/admin/users/invitations')).toHaveLength(1));
  expect(sentTo('POST /api/admin/users/invitations')[0]?.body).toEqual({
    email: 'new@example.com',
    role: 'ADMIN',
  });
  return offered;
}

test('offers roles up to the role of the user, and closes the dialog if the mail is sent', async () => {
  expect(await invite(grace, {})).not.toContain('SUPER_ADMIN');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the link of an invitation if no mail can be sent', async () => {
  const link = 'https://example.com/invitation#token=abc';
  expect(await invite(root, { link })).toContain('SUPER_ADMIN');
  const dialog = await screen.findByRole('dialog', { name: 'Link of the invitation' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Link').value).toBe(link);
});

test.each([
  ['Copied', async () => {}],
  [/^The browser did not copy the link/, () => Promise.reject(new Error('denied'))],
])('reports whether the browser copied the link: %s', async (message, writeText) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  await invite(root, { link: 'https://example.com/invitation#token=abc' });
  const dialog = await screen.findByRole('dialog', { name: 'Link of the invitation' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(await within(dialog).findAllByText(message)).not.toEqual([]);
  vi.restoreAllMocks();
});

test('revokes an invitation after a confirmation', async () => {
  const request = 'DELETE /api/admin/users/invitations/i1';
  await openUsers({
    'GET /api/admin/users/invitations': json([invitation]),
    [request]: noContent,
  });
  const name = 'Revoke the invitation of new@example.com';
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('alertdialog');
  expect(sentTo(request)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sentTo(request)).toHaveLength(1));
});
