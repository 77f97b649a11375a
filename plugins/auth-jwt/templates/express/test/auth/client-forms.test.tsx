import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { passwordRules } from '@/lib/auth/password-rules';
import { openPage } from '../client/support';
import {
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

const login = 'POST /api/auth/login';
const register = 'POST /api/auth/register';

async function openForm(path: string) {
  openPage(path);
  return submitButton();
}

async function fillLogin() {
  const button = await openForm('/login');
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  return button;
}

const focused = () => document.activeElement;

test.each([
  ['/login', 'current-password'],
  ['/register', 'new-password'],
])('supports password managers on %s', async (path, autoComplete) => {
  serveWith({ 'GET /api/auth/session': visitor });
  const submit = await openForm(path);
  const email = screen.getByLabelText('E-mail address');
  const password = screen.getByLabelText('Password');
  expect([email.getAttribute('autocomplete'), email.getAttribute('type')]).toEqual([
    'username',
    'email',
  ]);
  expect([password.getAttribute('autocomplete'), password.getAttribute('type')]).toEqual([
    autoComplete,
    'password',
  ]);
  expect(email.getAttribute('enterkeyhint')).toBe('go');
  const form = submit.closest('form');
  expect([form?.contains(email), form?.contains(password)]).toEqual([true, true]);
  expect([submit.getAttribute('type'), form?.getAttribute('method')]).toEqual(['submit', 'post']);
  expect(fireEvent.paste(password)).toBe(true);
});

test('shows the password on request', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  await openForm('/login');
  const toggle = screen.getByRole('button', { name: 'Show Password' });
  fireEvent.click(toggle);
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
});

test('describes the password field with the password rules before input', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  await openForm('/register');
  const ids = screen.getByLabelText('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent);
  for (const { text } of passwordRules) expect(texts.join(' ')).toContain(text());
});

test('shows errors next to their fields and focuses the first one', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  fireEvent.click(await openForm('/register'));
  const email = screen.getByLabelText('E-mail address');
  await waitFor(() => expect(focused()).toBe(email));
  const error = document.getElementById(email.getAttribute('aria-describedby') ?? '');
  expect(error?.closest('[aria-live]')).not.toBeNull();
  expect(count(register)).toBe(0);
});

test('shows server errors next to their fields', async () => {
  const errors = [
    { pointer: '/password', code: 'password_too_common', detail: 'Too common' },
    { pointer: '/password', code: 'password_too_short', detail: 'Too short' },
  ];
  serveWith({
    'GET /api/auth/session': visitor,
    [register]: () => problem(422, 'invalid_body', { errors }),
  });
  const button = await openForm('/register');
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  expect(await screen.findByText('Too common. Too short')).toBeDefined();
  expect(focused()).toBe(screen.getByLabelText('Password'));
});

test.each([
  [login, 'invalid_credentials', 401, 'Password'],
  [register, 'email_taken', 409, 'E-mail address'],
])('shows %s: %s next to its field', async (name, code, status, label) => {
  serveWith({ 'GET /api/auth/session': visitor, [name]: () => problem(status, code) });
  const button = await openForm(name === login ? '/login' : '/register');
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  const error = await screen.findByText(`Refused: ${code}`);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-describedby')).toContain(error.id);
  expect(focused()).toBe(field);
});

test('sends a form once when submitted repeatedly', async () => {
  let answer: (response: Response) => void = () => {};
  serveWith({
    'GET /api/auth/session': visitor,
    [login]: () => new Promise((resolve) => (answer = resolve)),
  });
  const button = await fillLogin();
  const form = button.closest('form');
  if (!form) throw new Error('The button is in no form');
  for (let times = 0; times < 3; times += 1) fireEvent.submit(form);
  await waitFor(() => expect(count(login)).toBe(1));
  fireEvent.submit(form);
  answer(Response.json({ user: ada }));
  await screen.findByRole('button', { name: 'Sign out' });
  expect(count(login)).toBe(1);
});

test('blocks the form after too many attempts until the wait is over', async () => {
  // Freezes the clock until the wait must be over.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { 'retry-after': '30' };
  serveWith({
    'GET /api/auth/session': visitor,
    [login]: () => problem(429, 'too_many_requests', { headers }),
  });
  const button = await fillLogin();
  const label = button.textContent;
  fireEvent.click(button);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(focused()).toBe(alert));
  expect(button.textContent).toBe('Wait 30 s');
  fireEvent.click(button);
  expect(count(login)).toBe(1);
  vi.setSystemTime(Date.now() + 29_000);
  await waitFor(() => expect(button.textContent).toBe('Wait 1 s'));
  vi.setSystemTime(Date.now() + 1_000);
  await waitFor(() => expect(button.textContent).toBe(label));
  fireEvent.click(button);
  await waitFor(() => expect(count(login)).toBe(2));
});

test.each([
  ['/login', login],
  ['/register', register],
])('%s reports a lost response and does not resend automatically', async (path, request) => {
  serveWith({
    'GET /api/auth/session': visitor,
    [request]: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  const button = await openForm(path);
  const label = button.textContent;
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('No answer came');
  expect(count(request)).toBe(1);
  expect(button.textContent).toBe(label);
});

test('registers without a name', async () => {
  serveWith({ 'GET /api/auth/session': visitor, [register]: json({ user: ada }) });
  const button = await openForm('/register');
  type('E-mail address', ` ${ada.email} `);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Sign out' });
  expect(bodyOf(register)).toEqual({
    email: ada.email,
    password: 'A long Password 1',
  });
});

test('requires the current password and reports a wrong one', async () => {
  let isRight = false;
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'PUT /api/auth/password': () => (isRight ? noContent() : problem(403, 'invalid_password')),
  });
  const button = await openForm('/account');
  type('Current password', 'A long Password 1');
  type('New password', 'A long Password 2');
  fireEvent.click(button);
  await screen.findByText('Refused: invalid_password');
  expect(focused()).toBe(screen.getByLabelText('Current password'));
  isRight = true;
  fireEvent.click(button);
  await screen.findByText('Password changed');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});
