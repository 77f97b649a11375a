import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { newAccount, signedIn, signIn, visit, type Visitor } from '../../support/auth-browser.ts';
import { newAddress } from '../../support/auth-client.ts';
import { mailProject } from '../../support/auth-project.ts';
import { startAuth, type AuthServer } from '../../support/auth-server.ts';
import { faultsByTheme, launchBrowser, noBrowser, photograph } from '../../support/browser.ts';
import { startMailServer, type MailServer } from '../../support/smtp.ts';

let browser: Browser | undefined;
let server: AuthServer;
let mail: MailServer;
let url: string;

beforeAll(async () => {
  browser = await launchBrowser();
  if (browser === undefined) return;
  mail = await startMailServer();
  const env = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Shop <shop@example.com>' };
  server = await startAuth({ kind: 'file', processes: 1, redis: false }, { root: await mailProject(), env });
  url = server.urls[0] ?? '';
  await server.kill();
  await server.start({ APP_URL: url });
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mail?.[Symbol.asyncDispose]();
});

async function newVisitor(context: TestContext, width?: number): Promise<Visitor> {
  if (browser === undefined) noBrowser(context);
  return visit(browser, context, { url, ...(width !== undefined && { width }) });
}

/** Waits for a mail to an address. Returns its source without the line breaks of the transfer encoding. */
async function mailTo(address: string): Promise<string> {
  for (;;) {
    const source = sourceTo(address);
    if (source !== undefined) return source;
    await wait(50);
  }
}

function sourceTo(address: string): string | undefined {
  const found = mail.mails.find(({ recipients }) => recipients.includes(address));
  return found?.source.replaceAll(/=\r\n/gu, '').replaceAll('=3D', '=');
}

function linkIn(source: string): string {
  const link = /https?:\/\/\S+#token=[\w-]+/u.exec(source)?.[0];
  if (link === undefined) throw new Error('The mail has no link.');
  return link;
}

/** Requests a link to sign in by the keyboard. Returns the mail. */
async function requestLink(page: Page, email: string): Promise<string> {
  await page.getByRole('link', { name: 'Sign in with a link' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByText('If there is an account with this address').waitFor();
  return mailTo(email);
}

test('R83 signs in with a link from a mail, by the keyboard', async (context) => {
  const visitor = await newVisitor(context);
  const { email } = await newAccount(server);
  const page = await visitor.open('/login');
  await page.goto(linkIn(await requestLink(page, email)));
  await page.getByText('The button signs you in.').waitFor();
  expect(page.url()).toBe(`${url}/magic`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus();
  await page.keyboard.press('Enter');
  await signedIn(page);
  expect(visitor.complaints).toEqual([]);
});

test('R83 refuses the link in another browser', async (context) => {
  const [visitor, other] = [await newVisitor(context), await newVisitor(context)];
  const { email } = await newAccount(server);
  const link = linkIn(await requestLink(await visitor.open('/login'), email));
  const page = await other.open(link.replace(url, ''));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('Open the link in the browser that you requested it in.').waitFor();
  expect(await other.context.cookies()).toEqual([]);
});

test('writes the mail in the language of the browser', async (context) => {
  const visitor = await newVisitor(context);
  const { email } = await newAccount(server);
  await visitor.context.setExtraHTTPHeaders({ 'x-forwarded-for': newAddress(), 'accept-language': 'de-AT' });
  expect(await requestLink(await visitor.open('/login'), email)).toContain('<html lang="de">');
});

/** Pages that a mail opens, and pages that request a mail. */
const pages = [
  '/forgot-password',
  '/verify-email',
  '/magic',
  '/reset-password#token=x',
  '/verify-email#token=x',
  '/confirm-email#token=x',
  '/restore-email#token=x',
  '/invitation#token=x',
  '/magic#token=x',
];

test.for([1280, 375])('pages of links and of administration have no faults at %i px', async (width, context) => {
  const visitor = await newVisitor(context, width);
  for (const path of pages) {
    const page = await visitor.open(path);
    await page.locator('form button[type=submit]').waitFor();
    expect([path, await faults(page, path)]).toEqual([path, []]);
    await page.close();
  }
  const page = await visitor.open('/login');
  await signIn(page, await newAccount(server, 'SUPER_ADMIN'));
  await signedIn(page);
  for (const [path, heading] of [
    ['/admin/auth/users', 'Users'],
    ['/admin/auth/audit', 'Audit log'],
  ] as const) {
    await page.goto(url + path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect([path, await faults(page, path)]).toEqual([path, []]);
  }
  expect(visitor.complaints).toEqual([]);

  function faults(shown: Page, path: string) {
    const name = path.replaceAll(/\W+/gu, '-');
    return faultsByTheme(shown, (theme) => photograph(shown, `${name}-${width}-${theme}`));
  }
});
