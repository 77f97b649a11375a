import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { newAccount, signedIn, signIn, visit, type Visitor } from '../support/auth-browser.ts';
import { newEmail } from '../support/auth-people.ts';
import { startProvidersSite, type ProvidersSite } from '../support/auth-providers.ts';
import { faultsByTheme, launchBrowser, noBrowser, photograph } from '../support/browser.ts';

let browser: Browser | undefined;
let site: ProvidersSite;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  site = await startProvidersSite();
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

async function somebody(context: TestContext, width = 1280): Promise<Visitor> {
  if (browser === undefined) noBrowser(context);
  return visit(browser, context, { url: site.url, width });
}

function newUser(claims: object = {}): string {
  const sub = `sub-${randomUUID()}`;
  site.openId.users.set(sub, { email: newEmail(), email_verified: true, name: 'Grace Hopper', ...claims });
  return sub;
}

const choose = (page: Page) => page.getByRole('button', { name: 'Continue with Example ID' }).click();

/** Agrees on the page of the provider. */
async function agree(page: Page, sub: string): Promise<void> {
  await page.getByLabel('User').fill(sub);
  await page.getByRole('button', { name: 'Agree' }).click();
}

test('a visitor signs in with a provider under the CSP and comes back to the page', async (context) => {
  const visitor = await somebody(context);
  const page = await visitor.open('/login?next=%2Faccount');
  await choose(page);
  await agree(page, newUser());
  await page.waitForURL(`${site.url}/account`);
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  await page.getByRole('heading', { name: 'Connected accounts' }).waitFor();
  const names = (await visitor.context.cookies(site.url)).map(({ name }) => name).toSorted();
  expect(names).toEqual(['access_token', 'refresh_token']);
  expect(await page.evaluate('document.cookie')).toBe('');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('two tabs sign in at once', async (context) => {
  const visitor = await somebody(context);
  const sub = newUser();
  const [one, other] = [await visitor.open('/login'), await visitor.open('/register')];
  await choose(one);
  await one.getByLabel('User').waitFor();
  await choose(other);
  await agree(other, sub);
  await other.waitForURL(`${site.url}/`);
  await agree(one, sub);
  await one.waitForURL(`${site.url}/`);
  await signedIn(one);
  expect(visitor.complaints).toEqual([]);
});

test('a visitor who cancels at the provider can try again', async (context) => {
  const visitor = await somebody(context);
  const page = await visitor.open('/login');
  await choose(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('You cancelled the sign-in at the provider.').waitFor();
  await choose(page);
  await agree(page, newUser());
  await signedIn(page);
  expect(visitor.complaints).toEqual([]);
});

test('a user connects a provider, signs in with it, and disconnects it', async (context) => {
  const visitor = await somebody(context);
  const account = await newAccount(site.server);
  const sub = newUser();
  const page = await visitor.open('/login?next=%2Faccount');
  await signIn(page, account);
  await page.getByRole('button', { name: 'Connect Example ID' }).click();
  await agree(page, sub);
  await page.waitForURL(`${site.url}/account`);
  const disconnect = page.getByRole('button', { name: /^Disconnect Example ID/u });
  await disconnect.waitFor();
  const other = await somebody(context);
  const tab = await other.open('/login?next=%2Faccount');
  await choose(tab);
  await agree(tab, sub);
  await tab.getByText(account.email).waitFor();
  await disconnect.click();
  await page.getByRole('button', { name: 'Connect Example ID' }).waitFor();
  expect([...visitor.complaints, ...other.complaints]).toEqual([]);
});

test('a taken address is explained on the page', async (context) => {
  const visitor = await somebody(context);
  const { email } = await newAccount(site.server);
  const page = await visitor.open('/login');
  await choose(page);
  await agree(page, newUser({ email }));
  await page.getByRole('alert').getByText('There is already an account with this e-mail address.').waitFor();
  expect(visitor.complaints).toEqual([]);
});

test.for([1280, 375])('the pages have no faults at %i px', async (width, context) => {
  const visitor = await somebody(context, width);
  const page = await visitor.open('/login?error=account_exists');
  for (const path of ['/login?error=account_exists', '/register']) {
    await page.goto(site.url + path);
    await page.getByRole('button', { name: 'Continue with GitLab' }).waitFor();
    expect(await faultsByTheme(page, (theme) => photograph(page, `${path} ${width} ${theme}`))).toEqual([]);
  }
  await choose(page);
  await agree(page, newUser({ name: undefined }));
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/account?error=linked_elsewhere`);
  await page.getByRole('button', { name: /^Disconnect/u }).waitFor();
  expect(await faultsByTheme(page, (theme) => photograph(page, `/account ${width} ${theme}`))).toEqual([]);
});
