import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../client/support';
import {
  ada,
  bodyOf,
  calls,
  count,
  grace,
  json,
  noContent,
  problem,
  serveWith,
  submitButton,
  type,
  visitor,
} from './client-support';

const login = 'POST /api/auth/login';
const second = 'POST /api/auth/login/second';
const setup = 'POST /api/auth/totp/setup';
const step = { secondFactor: ['totp'], challenge: 'challenge-1' };
const key = { secret: 'ABCD2345', uri: 'otpauth://totp/App:ada?secret=ABCD2345' };

async function enterCode(code: string) {
  await screen.findByLabelText('Code');
  type('Code', code);
  fireEvent.click(await submitButton());
}

test('asks for a code after the password, and signs in with it', async () => {
  let isRight = false;
  serveWith({
    'GET /api/auth/session': visitor,
    [login]: json(step),
    [second]: () => (isRight ? Response.json({ user: ada }) : problem(403, 'invalid_code')),
  });
  openPage('/login');
  const button = await submitButton();
  type('E-mail address', ada.email);
  type('Password', 'A long Password 1');
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Second step' });
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code');
  await enterCode('000000');
  await screen.findByText('Refused: invalid_code');
  isRight = true;
  await enterCode('123456');
  await screen.findByRole('button', { name: 'Sign out' });
  const sent = calls.filter(({ name }) => name === second).map(({ body }) => body);
  expect(sent).toEqual(['000000', '123456'].map((code) => ({ challenge: 'challenge-1', code })));
});

test('continues a sign-in that the server redirected here', async () => {
  serveWith({ 'GET /api/auth/session': visitor, [second]: json({ user: ada }) });
  openPage('/login#challenge=challenge-2');
  await enterCode('123456');
  await screen.findByRole('button', { name: 'Sign out' });
  expect(bodyOf(second)).toMatchObject({
    challenge: 'challenge-2',
  });
});

test('continues a second step of a signed-in user, who then comes back', async () => {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/totp': json({ enabled: true, recoveryCodes: 10 }),
    [second]: json({ user: ada }),
  });
  openPage('/login?next=/account#challenge=challenge-3');
  await enterCode('123456');
  await screen.findByRole('heading', { name: 'Your account' });
  expect(count(second)).toBe(1);
});

/** Opens the account page of a user whose sign-in is old, and starts to set up an app. */
async function startSetup(signedInUser: typeof ada | typeof grace = ada) {
  let isRecent = false;
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/totp': json({ enabled: false, recoveryCodes: 0 }),
    [setup]: () => (isRecent ? Response.json(key) : problem(403, 'recent_sign_in_required')),
    [login]: () => {
      isRecent = true;
      return Response.json({ user: signedInUser });
    },
  });
  openPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  return screen.findByRole('dialog');
}

async function signInAgain(dialog: HTMLElement) {
  const password = await within(dialog).findByLabelText('Password');
  fireEvent.change(password, { target: { value: 'A long Password 1' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
}

test('asks for a recent sign-in and repeats the request', async () => {
  await signInAgain(await startSetup());
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(count(setup)).toBe(2);
  expect(bodyOf(login)).toMatchObject({ email: ada.email });
});

test('does not repeat the request if the user closes the dialog', async () => {
  await startSetup();
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await screen.findByText('Refused: recent_sign_in_required');
  expect(count(setup)).toBe(1);
});

test('does not repeat the request for another user', async () => {
  await signInAgain(await startSetup(grace));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(grace.email);
  expect(count(setup)).toBe(1);
});

test('shows recovery codes once', async () => {
  let isOn = false;
  const recoveryCodes = ['ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ', 'QRST-UVWX-YZ23-4567-ABCD-EFGH-IJ'];
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/totp': () => Response.json({ enabled: isOn, recoveryCodes: isOn ? 2 : 0 }),
    [setup]: json(key),
    'POST /api/auth/totp/confirm': () => {
      isOn = true;
      return Response.json({ recoveryCodes });
    },
    'DELETE /api/auth/totp': noContent,
  });
  openPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const code = await screen.findByLabelText('Code');
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  for (const one of recoveryCodes) await screen.findByText(one);
  fireEvent.click(screen.getByRole('button', { name: 'I have saved the codes' }));
  await screen.findByText(/You have 2 unused recovery codes/);
  expect(screen.queryByText('ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ')).toBeNull();
  const title = screen.getByRole('heading', { name: 'Two-factor authentication' });
  expect(document.activeElement).toBe(title);
});

test('shows the error of the last action', async () => {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    'GET /api/auth/totp': json({ enabled: true, recoveryCodes: 2 }),
    'POST /api/auth/totp/recovery-codes': () => problem(409, 'totp_missing'),
    'DELETE /api/auth/totp': () => problem(503, 'overloaded'),
  });
  openPage('/account');
  const renew = await screen.findByRole('button', { name: 'Create new recovery codes' });
  fireEvent.click(renew);
  await screen.findByText('Refused: totp_missing');
  fireEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Switch off' }));
  await screen.findByText('Refused: overloaded');
  expect(screen.queryByText('Refused: totp_missing')).toBeNull();
  fireEvent.click(renew);
  await screen.findByText('Refused: totp_missing');
  expect(screen.queryByText('Refused: overloaded')).toBeNull();
});
