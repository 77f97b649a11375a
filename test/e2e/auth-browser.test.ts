import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { newAccount, signedIn, signIn, startSite, visit, type Account, type Visitor } from '../support/auth-browser.ts';
import { newEmail, newPassword } from '../support/auth-people.ts';
import type { AuthServer } from '../support/auth-server.ts';
import {
  accessibilityFaults,
  faultsByTheme,
  launchBrowser,
  layoutFaults,
  noBrowser,
  photograph,
} from '../support/browser.ts';

let browser: Browser | undefined;
let server: AuthServer;
let url: string;
let user: Account;
let admin: Account;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  server = await startSite();
  url = server.urls[0] ?? '';
  user = await newAccount(server);
  admin = await newAccount(server, 'ADMIN');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function somebody(context: TestContext, width?: number): Promise<Visitor> {
  if (browser === undefined) noBrowser(context);
  return visit(browser, context, { url, ...(width !== undefined && { width }) });
}

async function signedInAs(visitor: Visitor, account: Account, path = '/account'): Promise<Page> {
  const page = await visitor.open(`/login?next=${encodeURIComponent(path)}`);
  await signIn(page, account);
  await page.waitForURL(url + path);
  return page;
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

const refreshes = ({ requests }: Visitor): number =>
  requests.filter((request) => request === 'POST /api/auth/refresh').length;

test('a person registers, is greeted by name, and signs out', async (context) => {
  const visitor = await somebody(context);
  const page = await visitor.open('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Name').fill('Margaret Hamilton');
  await signIn(page, { email: newEmail(), password: newPassword() });
  await page.getByRole('link', { name: 'Margaret Hamilton' }).waitFor();
  await page.waitForURL(`${url}/`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await visitor.context.cookies()).toEqual([]);
  expect(refreshes(visitor)).toBe(0);
  expect(visitor.complaints).toEqual([]);
});

test('no request of a page is refused for a visitor or after sign-out', async (context) => {
  const visitor = await somebody(context);
  const refused: string[] = [];
  visitor.context.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  const page = await visitor.open('/');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await signedInAs(visitor, user);
  const other = await visitor.open('/account');
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await other.getByRole('link', { name: 'Sign in' }).waitFor();
  await other.reload();
  await other.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(refused).toEqual([]);
});

test('a deep link redirects to sign-in and returns afterwards, and Back does not sign in twice', async (context) => {
  const visitor = await somebody(context);
  const page = await visitor.open('/');
  await page.goto(`${url}/account?from=mail#sessions`);
  await heading(page, 'Sign in');
  await signIn(page, user);
  await heading(page, 'Your account');
  await page.waitForURL(`${url}/account?from=mail#sessions`);
  expect(page.url()).toBe(`${url}/account?from=mail#sessions`);
  await page.goBack();
  await page.waitForURL(`${url}/`);
  await signedIn(page);
});

test('shows no content of a guarded page before the session is known', async (context) => {
  const visitor = await somebody(context);
  await visitor.context.addInitScript(`
    window.seen = '';
    new MutationObserver(() => { window.seen += document.body?.innerText ?? ''; })
      .observe(document, { subtree: true, childList: true, characterData: true });`);
  await visitor.context.route('**/api/auth/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const page = await visitor.open('/staff');
  await heading(page, 'Sign in');
  expect(await page.evaluate<string>('window.seen')).not.toContain('Only for staff');
  await signIn(page, admin);
  await heading(page, 'Only for staff');
  expect(await page.evaluate<string>('window.seen')).toContain('Only for staff');
});

test('a user with the wrong role is refused without a sign-in page', async (context) => {
  const page = await signedInAs(await somebody(context), user, '/staff');
  await heading(page, 'Not for this account');
  expect(page.url()).toBe(`${url}/staff`);
  await page.goto(`${url}/admin`);
  await heading(page, 'For administrators only');
});

test('an administrator signs in on the way to the admin area', async (context) => {
  const page = await (await somebody(context)).open('/admin/settings');
  await heading(page, 'Sign in');
  await signIn(page, admin);
  await heading(page, 'Settings');
  await page.waitForURL(`${url}/admin/settings`);
  expect(page.url()).toBe(`${url}/admin/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await heading(page, 'Please sign in');
});

test.for(['//evil.example', '/..//evil.example', '/%2e%2e//evil.example', '/\\evil.example', 'https://evil.example'])(
  'signing in with next=%s stays on this site',
  async (next, context) => {
    const visitor = await somebody(context);
    const page = await visitor.open(`/login?next=${encodeURIComponent(next)}`);
    await signIn(page, user);
    await signedIn(page);
    await page.waitForURL((address) => address.pathname !== '/login');
    expect(page.url()).toBe(`${url}/`);
  },
);

test('two tabs whose access token is over renew it with one request', async (context) => {
  const visitor = await somebody(context);
  const first = await signedInAs(visitor, user);
  const second = await visitor.open('/account');
  await heading(second, 'Your account');
  await visitor.context.clearCookies({ name: 'access_token' });
  await Promise.all([first.reload(), second.reload()]);
  for (const page of [first, second]) await page.getByText('this device').waitFor();
  expect(refreshes(visitor)).toBe(1);
});

test('in a browser without locks both may renew it, and both go on', async (context) => {
  const visitor = await somebody(context);
  await visitor.context.addInitScript(`Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`);
  const first = await signedInAs(visitor, user);
  const second = await visitor.open('/account');
  await heading(second, 'Your account');
  await visitor.context.clearCookies({ name: 'access_token' });
  await Promise.all([first.reload(), second.reload()]);
  for (const page of [first, second]) await page.getByText('this device').waitFor();
  expect(refreshes(visitor)).toBeLessThanOrEqual(2);
  for (const page of [first, second]) {
    await page.reload();
    await page.getByText('this device').waitFor();
  }
});

test('signing out in one tab, and in again, reaches the other without a reload', async (context) => {
  const visitor = await somebody(context);
  const first = await signedInAs(visitor, user);
  const second = await visitor.open('/account');
  await heading(second, 'Your account');
  await second.evaluate('window.neverReloaded = true');
  await first.getByRole('button', { name: 'Sign out', exact: true }).click();
  await second.getByText('You signed out in another tab.').waitFor();
  await first.waitForURL(`${url}/`);
  await first.getByRole('link', { name: 'Sign in' }).click();
  await signIn(first, user);
  await heading(second, 'Your account');
  expect(await second.evaluate('window.neverReloaded')).toBe(true);
});

test('a password change ends the other sessions, and their pages report it', async (context) => {
  const account = await newAccount(server);
  const here = await signedInAs(await somebody(context), account);
  const away = await somebody(context);
  const elsewhere = await signedInAs(away, account);
  await here.getByLabel('Current password', { exact: true }).fill(account.password);
  await here.getByLabel('New password', { exact: true }).fill(newPassword());
  await here.getByRole('button', { name: 'Change password' }).click();
  await here.getByText('Password changed').waitFor();
  await elsewhere.getByRole('button', { name: 'Sign out all others' }).click();
  await elsewhere.getByText('Your session has ended.').waitFor();
  expect(refreshes(away)).toBe(1);
});

test('a session is ended from the list of sessions', async (context) => {
  const account = await newAccount(server);
  const away = await signedInAs(await somebody(context), account);
  const here = await signedInAs(await somebody(context), account);
  const rows = here.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await rows.first().waitFor();
  // The account was made by a request of its own, which has a session too.
  expect(await rows.count()).toBe(3);
  await rows.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  expect(await rows.count()).toBe(2);
  await away.goto(`${url}/account`);
  await heading(away, 'Sign in');
});

test('an account can be created with the keyboard only', async (context) => {
  const page = await (await somebody(context)).open('/register');
  await page.getByLabel('Name').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await page.locator('input[type=email]:focus[aria-invalid=true]').waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Tab');
  const password = newPassword();
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await page.locator('input[name=password]').getAttribute('type')).toBe('text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await signedIn(page);
});

test('shows an error when a sign-in response is lost, and a retry works', async (context) => {
  const visitor = await somebody(context);
  const page = await visitor.open('/login');
  await page.route(
    '**/api/auth/login',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await signIn(page, user);
  await page.getByRole('alert').filter({ hasText: 'No answer came' }).waitFor();
  await page.locator('form button[type=submit]').click();
  await signedIn(page);
  expect(visitor.requests.filter((request) => request === 'POST /api/auth/login')).toHaveLength(2);
});

test('a read that fails is tried again without a word', async (context) => {
  const visitor = await somebody(context);
  await signedInAs(visitor, user);
  let failures = 0;
  const fail = async (route: Route): Promise<void> => {
    failures += 1;
    await route.abort();
  };
  await visitor.context.route('**/api/auth/session', fail, { times: 1 });
  const page = await visitor.open('/account');
  await heading(page, 'Your account');
  expect(failures).toBe(1);
});

test('too many attempts are a wait', async (context) => {
  const page = await (await somebody(context)).open('/login');
  const button = page.locator('form button[type=submit]');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answer = page.waitForResponse('**/api/auth/login');
    await signIn(page, { ...user, password: 'Wrong1234' });
    expect((await answer).status()).toBe(401);
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
  }
  await button.click();
  await page.getByRole('button', { name: /^Wait \d+ s$/ }).waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await layoutFaults(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
});

const pages = [
  ['nobody', ['/', '/login', '/register', '/admin']],
  ['user', ['/', '/account', '/staff', '/admin']],
  ['admin', ['/', '/staff', '/admin']],
] as const;

test.for([360, 1280].flatMap((width) => pages.map(([who, paths]) => [width, who, paths] as const)))(
  'at %i pixels the pages are in order for %s: %j',
  async ([width, who, paths], context) => {
    const visitor = await somebody(context, width);
    const account = { nobody: undefined, user, admin }[who];
    const page = account ? await signedInAs(visitor, account) : await visitor.open('/');
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Only administrators see the link to the admin area.
      const links = await page.getByRole('link', { name: 'Admin', exact: true }).count();
      if (path === '/' && links !== (who === 'admin' ? 1 : 0)) faults.push(`${links} links to the admin area`);
      const look = (theme: string) => photograph(page, `auth-${who}-${path}-${width}-${theme}`);
      faults.push(...(await faultsByTheme(page, look)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);

test('mistakes are in order too', async (context) => {
  const page = await (await somebody(context, 360)).open('/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  expect(await layoutFaults(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
});
