import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../client/support';
import {
  accepted,
  ada,
  bodyOf,
  count,
  json,
  noContent,
  problem,
  serveWith,
  submitButton,
  type,
  visitor,
} from './client-support';

const options = (registration = 'open', verifyEmail = 'off') => json({ registration, verifyEmail });

const pages = [
  ['/reset-password', 'POST /api/auth/password/reset'],
  ['/verify-email', 'POST /api/auth/email/verify'],
  ['/confirm-email', 'POST /api/auth/email/confirm'],
  ['/restore-email', 'POST /api/auth/email/restore'],
  ['/invitation', 'POST /api/auth/invitations/accept'],
  ['/magic', 'POST /api/auth/magic/verify'],
] as const;

test.each(pages)('%s removes the token from the address and sends nothing', async (path, name) => {
  serveWith({ 'GET /api/auth/session': visitor });
  openPage(`${path}#token=secret`);
  await submitButton();
  await waitFor(() => expect(location.href).not.toContain('secret'));
  expect(location.pathname).toBe(path);
  expect(JSON.stringify(history.state)).not.toContain('secret');
  expect(count(name)).toBe(0);
});

test.each(pages)('%s sends the token once and shows a refusal', async (path, name) => {
  serveWith({
    'GET /api/auth/session': visitor,
    [name]: () => problem(400, 'invalid_link'),
  });
  openPage(`${path}#token=secret`);
  const button = await submitButton();
  if (path === '/reset-password') type('New password', 'A long Password 1');
  if (path === '/invitation') type('Password', 'A long Password 1');
  fireEvent.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Refused: invalid_link');
  await waitFor(() => expect(document.activeElement).toBe(alert));
  expect(count(name)).toBe(1);
  expect(bodyOf(name)).toMatchObject({ token: 'secret' });
});

test.each(['/reset-password', '/confirm-email', '/restore-email', '/invitation'])(
  '%s asks for the link without a token',
  async (path) => {
    serveWith({ 'GET /api/auth/session': visitor });
    openPage(path);
    expect(await screen.findByText(/needs the link from a mail/)).toBeDefined();
  },
);

test('requests a link for a forgotten password', async () => {
  const name = 'POST /api/auth/password/forgot';
  serveWith({ 'GET /api/auth/session': visitor, [name]: accepted });
  openPage('/login');
  fireEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Forgot your password?' });
  type('E-mail address', ` ${ada.email}`);
  fireEvent.click(await submitButton());
  const status = await screen.findByText(/If the address has an account/);
  await waitFor(() => expect(document.activeElement).toBe(status));
  expect(bodyOf(name)).toEqual({ email: ada.email });
});

test('sets a new password and continues to the sign-in', async () => {
  serveWith({ 'GET /api/auth/session': visitor, 'POST /api/auth/password/reset': noContent });
  openPage('/reset-password#token=secret');
  const button = await submitButton();
  type('New password', 'A long Password 1');
  fireEvent.click(button);
  await screen.findByText(/The new password is set/);
  const link = screen.getAllByRole('link', { name: 'Sign in' }).at(-1);
  expect(link?.getAttribute('href')).toBe('/login');
});

test.each([
  ['A long Password 1', '/login'],
  ['', '/forgot-password'],
])('verifies the address of a visitor with the password "%s"', async (password, next) => {
  const name = 'POST /api/auth/email/verify';
  serveWith({ 'GET /api/auth/session': visitor, [name]: noContent });
  openPage('/verify-email#token=secret');
  const button = await submitButton();
  type(/^Password/, password);
  fireEvent.click(button);
  const status = await screen.findByText(/The address is verified/);
  const link = status.parentElement?.querySelector('a');
  expect(link?.getAttribute('href')).toBe(next);
  const typed = password === '' ? {} : { currentPassword: password };
  expect(bodyOf(name)).toEqual({ token: 'secret', ...typed });
});

test('verifies the address of a signed-in user without the password', async () => {
  const name = 'POST /api/auth/email/verify';
  serveWith({ 'GET /api/auth/session': json({ user: ada }), [name]: noContent });
  openPage('/verify-email#token=secret');
  await screen.findByText(new RegExp(`signed in as .*${ada.email}`));
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  fireEvent.click(await submitButton());
  await screen.findByText('The address is verified.');
  expect(bodyOf(name)).toEqual({ token: 'secret' });
});

test('signs in with an accepted invitation', async () => {
  const name = 'POST /api/auth/invitations/accept';
  serveWith({ 'GET /api/auth/session': visitor, [name]: json({ user: ada }) });
  openPage('/invitation#token=secret');
  const button = await submitButton();
  type(/^Name/, ' Ada ');
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Sign out' });
  expect(bodyOf(name)).toEqual({ token: 'secret', name: 'Ada', password: 'A long Password 1' });
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('requests a link to sign in', async () => {
  const name = 'POST /api/auth/magic';
  serveWith({
    'GET /api/auth/session': visitor,
    'GET /api/auth/options': json({ registration: 'open', verifyEmail: 'off', magicLink: 'on' }),
    [name]: accepted,
  });
  openPage('/login');
  fireEvent.click(await screen.findByRole('link', { name: 'Sign in with a link' }));
  await screen.findByRole('heading', { name: 'Sign in with a link' });
  type('E-mail address', ada.email);
  fireEvent.click(await submitButton());
  await screen.findByText(/in this browser only/);
  expect(bodyOf(name)).toEqual({ email: ada.email });
});

test.each([
  ['the user', { user: ada }, () => screen.findByRole('button', { name: 'Sign out' })],
  [
    'the second step',
    { secondFactor: ['totp'], challenge: 'x' },
    () => screen.findByRole('heading', { name: 'Second step' }),
  ],
])('shows %s after a link to sign in', async (_, answer, shown) => {
  const name = 'POST /api/auth/magic/verify';
  serveWith({ 'GET /api/auth/session': visitor, [name]: json(answer) });
  openPage('/magic#token=secret');
  fireEvent.click(await submitButton());
  await shown();
  expect(bodyOf(name)).toEqual({ token: 'secret' });
});

test('asks for the address only if registrations are private', async () => {
  const name = 'POST /api/auth/register';
  serveWith({
    'GET /api/auth/session': visitor,
    'GET /api/auth/options': options('private'),
    [name]: accepted,
  });
  openPage('/register');
  const button = await submitButton();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  type('E-mail address', ada.email);
  fireEvent.click(button);
  await screen.findByText(/A mail with the next step/);
  expect(bodyOf(name)).toEqual({ email: ada.email });
});

test('offers no registration if users are invited', async () => {
  serveWith({
    'GET /api/auth/session': visitor,
    'GET /api/auth/options': options('invited'),
  });
  openPage('/register');
  await screen.findByText(/You need an invitation/);
  expect(document.querySelector('form')).toBeNull();
  openPage('/login');
  await submitButton();
  await waitFor(() => expect(screen.queryByText('No account yet?')).toBeNull());
});

test('reports that the address must be verified, and offers another mail', async () => {
  serveWith({
    'GET /api/auth/session': visitor,
    'GET /api/auth/options': options('open', 'required'),
    'POST /api/auth/register': accepted,
    'POST /api/auth/login': () => problem(403, 'email_unverified'),
  });
  openPage('/register');
  const create = await submitButton();
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(create);
  fireEvent.click(await screen.findByRole('link', { name: 'Back to sign-in' }));
  await waitFor(() => expect(location.pathname).toBe('/login'));
  await screen.findByLabelText('E-mail address');
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(await submitButton());
  const link = await screen.findByRole('link', { name: /verification again/ });
  expect(link.getAttribute('href')).toBe('/verify-email');
});

test('shows on the account page whether the address is verified, and changes it', async () => {
  const name = 'POST /api/auth/email/change';
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/email': json({ isVerified: false }),
    'POST /api/auth/email/verify/resend': accepted,
    [name]: accepted,
  });
  openPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: /verification again/ }));
  await screen.findByText(new RegExp(`on its way to .*${ada.email}`));
  fireEvent.click(screen.getByRole('button', { name: 'Change your e-mail address' }));
  const shown = await screen.findByRole('dialog');
  const inputs = [...shown.querySelectorAll('input')];
  expect(inputs.map((input) => [input.autocomplete, input.type, input.value])).toEqual([
    ['username', 'text', ada.email],
    ['email', 'email', ''],
    ['current-password', 'password', ''],
  ]);
  const dialog = within(shown);
  const fill = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  fill('New e-mail address', 'new@example.com');
  fill('Current password', 'A long Password 1');
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  await screen.findByText(/on its way to .*new@example\.com/);
  expect(bodyOf(name)).toEqual({ email: 'new@example.com', currentPassword: 'A long Password 1' });
});

test('forgets the password if the dialog for another address is closed', async () => {
  serveWith({ 'GET /api/auth/session': json({ user: ada }), 'GET /api/auth/sessions': json([]) });
  openPage('/account');
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change your e-mail address' }));
    const dialog = within(await screen.findByRole('dialog'));
    return dialog.getByLabelText<HTMLInputElement>('Current password');
  };
  fireEvent.change(await open(), { target: { value: 'A long Password 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await open()).value).toBe('');
});
