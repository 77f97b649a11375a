import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

const path = '/api/auth/passkeys';
const [begin, register] = [`POST ${path}/options`, `POST ${path}`];
const [beginSignIn, signIn] = [`POST ${path}/sign-in/options`, `POST ${path}/sign-in`];

const phone = {
  id: 'p1',
  name: 'Phone',
  backedUp: true,
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
};
const creation = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'App' },
  user: { id: 'AQ', name: ada.email, displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
};

const bytes = new Uint8Array([1, 2, 3]).buffer;
/** The result of the browser after the device has answered. */
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes,
    getTransports: () => ['internal'],
  },
};

type Request = (options: { readonly publicKey: object }) => Promise<typeof credential>;
const device = { create: vi.fn<Request>(), get: vi.fn<Request>() };

beforeEach(() => {
  device.create.mockReset().mockResolvedValue(credential);
  device.get.mockReset().mockResolvedValue(credential);
  vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>());
  Object.defineProperty(navigator, 'credentials', { value: device, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof serveWith>[0];

/** Opens the account page. Returns its section about passkeys. */
async function openAccount(answers: Answers = {}) {
  serveWith({
    'GET /api/auth/session': json({ user: ada }),
    'GET /api/auth/sessions': json([]),
    [`GET ${path}`]: json([phone]),
    [begin]: json(creation),
    [register]: json(phone),
    ...answers,
  });
  openPage('/account');
  return screen.findByRole('region', { name: 'Passkeys' });
}

function openLogin(answers: Answers = {}) {
  serveWith({
    'GET /api/auth/session': visitor,
    [beginSignIn]: json({ challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' }),
    [signIn]: json({ user: ada }),
    ...answers,
  });
  openPage('/login');
  return screen.findByRole('button', { name: 'Sign in with a passkey' });
}

const click = async (region: HTMLElement, name: string) =>
  fireEvent.click(await within(region).findByRole('button', { name }));

test('adds a passkey and reads the list again', async () => {
  const region = await openAccount();
  await click(region, 'Add a passkey');
  await screen.findByText('Passkey added');
  expect(bodyOf(register)).toMatchObject({
    name: expect.any(String),
    response: { id: 'AQID', type: 'public-key', response: { clientDataJSON: 'AQID' } },
  });
  expect(device.create.mock.calls[0]?.[0].publicKey).toMatchObject({ rp: creation.rp });
  await waitFor(() => expect(count(`GET ${path}`)).toBe(2));
});

test.each([
  ['NotAllowedError', 'Your device did not provide a passkey. Try again.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
])('shows why the device added no passkey: %s', async (name, message) => {
  device.create.mockRejectedValue(new DOMException('refused', name));
  const region = await openAccount();
  await click(region, 'Add a passkey');
  expect((await within(region).findByRole('alert')).textContent).toBe(message);
  expect(count(register)).toBe(0);
});

test('removes a passkey after a confirmation only', async () => {
  const remove = `DELETE ${path}/p1`;
  const region = await openAccount({ [remove]: noContent });
  await click(region, 'Remove Phone');
  const question = await screen.findByRole('alertdialog', { name: 'Remove Phone?' });
  expect(count(remove)).toBe(0);
  await click(question, 'Remove');
  await screen.findByText('Passkey removed');
  expect(count(remove)).toBe(1);
});

test('shows the error of the last action', async () => {
  const region = await openAccount({
    [begin]: () => problem(503, 'overloaded'),
    [`DELETE ${path}/p1`]: () => problem(409, 'last_method'),
  });
  await click(region, 'Add a passkey');
  await within(region).findByText('Refused: overloaded');
  await click(region, 'Remove Phone');
  await click(await screen.findByRole('alertdialog'), 'Remove');
  await within(region).findByText('Refused: last_method');
  expect(within(region).queryByText('Refused: overloaded')).toBeNull();
});

test('renames a passkey', async () => {
  const rename = `PATCH ${path}/p1`;
  const region = await openAccount({ [rename]: noContent });
  await click(region, 'Rename Phone');
  const dialog = await screen.findByRole('dialog', { name: 'Rename Phone' });
  fireEvent.change(await within(dialog).findByLabelText('Name'), { target: { value: ' Key ' } });
  await click(dialog, 'Rename');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodyOf(rename)).toEqual({ name: 'Key' });
});

test('signs in with a passkey', async () => {
  fireEvent.click(await openLogin());
  await waitFor(() => expect(count(signIn)).toBe(1));
  expect(bodyOf(signIn)).toMatchObject({
    response: { id: 'AQID', response: { signature: 'AQID', userHandle: 'AQID' } },
  });
  await screen.findByRole('button', { name: 'Sign out' });
});

test('shows that no passkey was provided, and that the server refused it', async () => {
  device.get.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError'));
  const button = await openLogin({ [signIn]: () => problem(403, 'passkey_refused') });
  fireEvent.click(button);
  await screen.findByText('Your device did not provide a passkey. Try again.');
  expect(count(signIn)).toBe(0);
  fireEvent.click(button);
  await screen.findByText('Refused: passkey_refused');
});

test('offers passkeys only where they work', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const region = await openAccount();
  await within(region).findByText('This browser does not support passkeys.');
  expect(within(region).queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});
