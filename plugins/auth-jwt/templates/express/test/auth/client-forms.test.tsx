import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../client/support';
import { ada, calls, count, json, noContent, problem, serveWith, visitor } from './client-support';

const login = 'POST /api/auth/login';
const register = 'POST /api/auth/register';

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function openForm(path: string, button: string) {
  openPage(path);
  return screen.findByRole('button', { name: button });
}

async function fillLogin() {
  const button = await openForm('/login', 'Sign in');
  type('E-mail address', ada.email);
  type('Password', 'Password1');
  return button;
}

const focused = () => document.activeElement;

test.each([
  ['/login', 'Sign in', 'Password', 'current-password'],
  ['/register', 'Create account', 'Password', 'new-password'],
])('%s is understood by password managers', async (path, button, label, autoComplete) => {
  serveWith({ 'GET /api/auth/session': visitor });
  const submit = await openForm(path, button);
  const email = screen.getByLabelText('E-mail address');
  const password = screen.getByLabelText(label);
  expect([email.getAttribute('autocomplete'), email.getAttribute('type')]).toEqual([
    'username',
    'email',
  ]);
  expect([password.getAttribute('autocomplete'), password.getAttribute('type')]).toEqual([
    autoComplete,
    'password',
  ]);
  const form = submit.closest('form');
  expect([form?.contains(email), form?.contains(password)]).toEqual([true, true]);
  expect([submit.getAttribute('type'), form?.getAttribute('method')]).toEqual(['submit', 'post']);
  expect(fireEvent.paste(password)).toBe(true);
});

test('a password is shown to who wants to see it', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  await openForm('/login', 'Sign in');
  const toggle = screen.getByRole('button', { name: 'Show password' });
  fireEvent.click(toggle);
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  expect(toggle.getAttribute('aria-pressed')).toBe('true');
});

test('the rules of a new password stand there before it is typed, and are its description', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  await openForm('/register', 'Create account');
  const ids = screen.getByLabelText('Password').getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent);
  expect(texts.join(' ')).toContain('At least 8 characters');
});

test('mistakes are told beside their fields, and the first one gets the focus', async () => {
  serveWith({ 'GET /api/auth/session': visitor });
  fireEvent.click(await openForm('/register', 'Create account'));
  const email = screen.getByLabelText('E-mail address');
  await waitFor(() => expect(focused()).toBe(email));
  const error = document.getElementById(email.getAttribute('aria-describedby') ?? '');
  expect(error?.closest('[aria-live]')).not.toBeNull();
  expect(count(register)).toBe(0);
});

test('what the server refuses is told beside its field', async () => {
  const errors = [
    { pointer: '/password', code: 'password_too_common', detail: 'Too common' },
    { pointer: '/password', code: 'password_too_short', detail: 'Too short' },
  ];
  serveWith({
    'GET /api/auth/session': visitor,
    [register]: () => problem(422, 'invalid_body', { errors }),
  });
  const button = await openForm('/register', 'Create account');
  type('E-mail address', ada.email);
  type('Password', 'Password1');
  fireEvent.click(button);
  expect(await screen.findByText('Too common. Too short')).toBeDefined();
  expect(focused()).toBe(screen.getByLabelText('Password'));
});

test.each([
  [login, 'invalid_credentials', 401, 'Password'],
  [register, 'email_taken', 409, 'E-mail address'],
])('%s: %s belongs to a field', async (name, code, status, label) => {
  serveWith({ 'GET /api/auth/session': visitor, [name]: () => problem(status, code) });
  const isLogin = name === login;
  const button = await openForm(
    isLogin ? '/login' : '/register',
    isLogin ? 'Sign in' : 'Create account',
  );
  type('E-mail address', ada.email);
  type('Password', 'Password1');
  fireEvent.click(button);
  const error = await screen.findByText(`Refused: ${code}`);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('aria-describedby')).toContain(error.id);
  expect(focused()).toBe(field);
});

test('a form is sent once, however often it is submitted', async () => {
  let answer: (response: Response) => void = () => {};
  serveWith({
    'GET /api/auth/session': visitor,
    [login]: () => new Promise((resolve) => (answer = resolve)),
  });
  const button = await fillLogin();
  const form = button.closest('form');
  if (!form) throw new Error('The button is in no form');
  for (let times = 0; times < 3; times += 1) fireEvent.submit(form);
  await screen.findByRole('button', { name: 'Signing in…' });
  fireEvent.submit(form);
  answer(Response.json({ user: ada }));
  await screen.findByRole('button', { name: 'Sign out' });
  expect(count(login)).toBe(1);
});

test('too many attempts are a wait, and nothing is sent before it is over', async () => {
  // The clock stands still, however long the page takes, until the wait is to be over.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { 'retry-after': '30' };
  serveWith({
    'GET /api/auth/session': visitor,
    [login]: () => problem(429, 'too_many_requests', { headers }),
  });
  const button = await fillLogin();
  fireEvent.click(button);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(focused()).toBe(alert));
  expect(button.textContent).toBe('Wait 30 s');
  fireEvent.click(button);
  expect(count(login)).toBe(1);
  vi.setSystemTime(Date.now() + 29_000);
  await waitFor(() => expect(button.textContent).toBe('Wait 1 s'));
  vi.setSystemTime(Date.now() + 1_000);
  await waitFor(() => expect(button.textContent).toBe('Sign in'));
  fireEvent.click(button);
  await waitFor(() => expect(count(login)).toBe(2));
});

test.each([
  ['/login', 'Sign in', login],
  ['/register', 'Create account', register],
])(
  '%s tells that an answer was lost, and does not send again by itself',
  async (path, name, request) => {
    serveWith({
      'GET /api/auth/session': visitor,
      [request]: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    const button = await openForm(path, name);
    type('E-mail address', ada.email);
    type('Password', 'Password1');
    fireEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('No answer came');
    expect(count(request)).toBe(1);
    expect(button.textContent).toBe(name);
  },
);

test('who has no name yet registers without one', async () => {
  serveWith({ 'GET /api/auth/session': visitor, [register]: json({ user: ada }) });
  const button = await openForm('/register', 'Create account');
  type('E-mail address', ` ${ada.email} `);
  type('Password', 'Password1');
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'Sign out' });
  expect(calls.find(({ name }) => name === register)?.body).toEqual({
    email: ada.email,
    password: 'Password1',
  });
});

test('a new password needs the old one, and is told when it is wrong', async () => {
  let isRight = false;
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'PUT /api/auth/password': () => (isRight ? noContent() : problem(403, 'invalid_password')),
  });
  const button = await openForm('/account', 'Change password');
  type('Current password', 'Password1');
  type('New password', 'Password2');
  fireEvent.click(button);
  await screen.findByText('Refused: invalid_password');
  expect(focused()).toBe(screen.getByLabelText('Current password'));
  isRight = true;
  fireEvent.click(button);
  await screen.findByText('Password changed');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});
