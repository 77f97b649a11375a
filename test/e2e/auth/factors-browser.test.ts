import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { newAccount, signedIn, signIn, visit, type Account, type Visitor } from '../../support/auth-browser.ts';
import { passkeyProject } from '../../support/auth-project.ts';
import { startAuth, type AuthServer } from '../../support/auth-server.ts';
import { accessibilityFaults, faultsByTheme, launchBrowser, noBrowser, photograph } from '../../support/browser.ts';
import { totpCode } from '../../support/totp.ts';

let browser: Browser | undefined;
let server: AuthServer;
let url: string;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  server = await startAuth({ kind: 'file', processes: 1, redis: false }, { root: await passkeyProject() });
  // Browsers accept passkeys for names only, not for IP addresses.
  url = (server.urls[0] ?? '').replace('127.0.0.1', 'localhost');
  await server.kill();
  await server.start({ APP_URL: url });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newVisitor(context: TestContext, width?: number): Promise<Visitor> {
  if (browser === undefined) noBrowser(context);
  return visit(browser, context, { url, ...(width !== undefined && { width }) });
}

async function openAccount(visitor: Visitor, account: Account): Promise<Page> {
  const page = await visitor.open('/login?next=/account');
  await signIn(page, account);
  await page.waitForURL(`${url}/account`);
  return page;
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Sends the code of the open form by the keyboard. */
async function enterCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByLabel(label, { exact: true }).press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Sign out');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
}

/** Sets up an authenticator app by the keyboard. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).focus();
  await page.keyboard.press('Enter');
  const secret = await page.locator('code').innerText();
  await enterCode(page, 'Code', totpCode(secret));
  await heading(page, 'Your recovery codes');
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^(?:[A-Z2-7]{4}-){3}/u })
    .allInnerTexts();
  return { secret, codes };
}

/** Makes the sessions of all users old, so that changes require a new sign-in. */
async function makeSignInsOld(): Promise<void> {
  await server.database.query('UPDATE "Session" SET "authenticatedAt" = ?', '2020-01-01T00:00:00.000+00:00');
}

/** Adds a device with a screen lock to a page. */
async function addDevice(page: Page, isUserVerified = true): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

test('R70 signs in with a code of an app, and with a recovery code', async (context) => {
  const visitor = await newVisitor(context);
  const account = await newAccount(server);
  const page = await openAccount(visitor, account);
  const { secret, codes } = await setUpApp(page);
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await press(page, 'Download');
  const file = await (await download).path();
  for (const code of codes) expect(readFileSync(file, 'utf8')).toContain(code);
  await press(page, 'I have saved the codes');
  await page.getByText('You have 10 unused recovery codes').waitFor();

  await signOut(page);
  await page.goto(`${url}/login?next=/account`);
  await signIn(page, account);
  await heading(page, 'Second step');
  expect(await visitor.context.cookies()).toEqual([]);
  expect(await page.getByLabel('Code', { exact: true }).getAttribute('autocomplete')).toBe('one-time-code');
  await enterCode(page, 'Code', '000000');
  await page.getByText('The code is wrong').waitFor();
  await enterCode(page, 'Code', totpCode(secret, 1));
  await page.waitForURL(`${url}/account`);

  await signOut(page);
  await page.goto(`${url}/login?next=/account`);
  await signIn(page, account);
  await press(page, 'Use a recovery code');
  await enterCode(page, 'Recovery code', codes[0]?.toLowerCase() ?? '');
  await page.getByText('You have 9 unused recovery codes').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('R74 asks for a recent sign-in and repeats the request', async (context) => {
  const visitor = await newVisitor(context);
  const account = await newAccount(server);
  const page = await openAccount(visitor, account);
  const { codes } = await setUpApp(page);
  await press(page, 'I have saved the codes');
  await makeSignInsOld();

  await press(page, 'Create new recovery codes');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Sign in again to do this.').waitFor();

  await press(page, 'Create new recovery codes');
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await press(page, 'Use a recovery code');
  await enterCode(page, 'Recovery code', codes[0] ?? '');
  await heading(page, 'Your recovery codes');
  await dialog.waitFor({ state: 'detached' });

  await press(page, 'I have saved the codes');
  await press(page, 'Switch off');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('R56 asks for a recent sign-in before other sessions end', async (context) => {
  const account = await newAccount(server);
  const away = await openAccount(await newVisitor(context), account);
  const visitor = await newVisitor(context, 375);
  const page = await openAccount(visitor, account);
  await makeSignInsOld();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await press(page, 'Sign out all others');
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('Sign in again to do this.').waitFor();

  await press(page, 'Sign out everywhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await away.goto(`${url}/account`);
  await heading(away, 'Sign in');
  expect(visitor.complaints).toEqual([]);
});

test('R76 signs in with a passkey, without a code', async (context) => {
  const visitor = await newVisitor(context);
  const account = await newAccount(server);
  const page = await openAccount(visitor, account);
  await addDevice(page);
  await setUpApp(page);
  await press(page, 'I have saved the codes');
  await press(page, 'Add a passkey');
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rename My laptop' }).waitFor();

  await press(page, 'Add a passkey');
  await page.getByText('This device already has a passkey').waitFor();

  await signOut(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await signedIn(page);
  await page.goto(`${url}/account`);
  await page
    .getByText(/^Last used/u)
    .first()
    .waitFor();

  await makeSignInsOld();
  await press(page, 'Remove My laptop');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('Passkey removed').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('R76 refuses a device that does not verify its user', async (context) => {
  const visitor = await newVisitor(context);
  const page = await visitor.open('/login');
  await addDevice(page, false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('alert').getByText('Your device did not provide a passkey.').waitFor();
  expect(await visitor.context.cookies()).toEqual([]);
});

test.for([1280, 375])('shows pages without faults at %i px in light and dark', async (width, context) => {
  const visitor = await newVisitor(context, width);
  const account = await newAccount(server);
  const page = await openAccount(visitor, account);
  await addDevice(page);
  await press(page, 'Add a passkey');
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const faults = async (name: string): Promise<void> => {
    // The header covers parts of a page that is scrolled.
    await page.evaluate('scrollTo(0, 0)');
    expect([name, await faultsByTheme(page, (theme) => photograph(page, `${name}-${width}-${theme}`))]).toEqual([
      name,
      [],
    ]);
  };
  await faults('set up');
  await press(page, 'Cancel');
  await setUpApp(page);
  await faults('recovery codes');
  await press(page, 'I have saved the codes');
  await faults('account');
  await makeSignInsOld();
  await press(page, 'Create new recovery codes');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await photograph(page, `sign in again-${width}`);
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await faults('login');
  await signIn(page, account);
  await heading(page, 'Second step');
  await faults('second step');
});
