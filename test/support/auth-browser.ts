/** A site with accounts, as people see it in a browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { newAddress } from './auth-client.ts';
import { newEmail, newPassword } from './auth-people.ts';
import { authVariant } from './auth-project.ts';
import { startAuth, type AuthServer } from './auth-server.ts';
import { patience } from './browser.ts';

const guarded = `import { AuthGuard } from '@/components/AuthGuard';
import { PageHeader } from '@/components/PageHeader';

export default function StaffPage() {
  return (
    <AuthGuard roles={['ADMIN', 'SUPER_ADMIN']}>
      <PageHeader title="Only for staff" />
    </AuthGuard>
  );
}
`;

/** The application with one more page, `/staff`, for administrators. */
export async function startSite(): Promise<AuthServer> {
  const root = await authVariant('staff', (folder) => {
    mkdirSync(join(folder, 'client/pages'), { recursive: true });
    writeFileSync(join(folder, 'client/pages/staff.tsx'), guarded);
  });
  return startAuth({ kind: 'file', processes: 1, redis: false }, { root });
}

/** A separate browser with its own cookies and IP address. */
export interface Visitor {
  readonly context: BrowserContext;
  /** Opens a tab at a path. */
  readonly open: (path: string) => Promise<Page>;
  /** Requests to the API so far, as in `POST /api/auth/refresh`. */
  readonly requests: readonly string[];
  /** Errors of consoles and scripts, except failed requests with status 401 or 403. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly url: string;
  readonly width?: number;
}

export async function visit(browser: Browser, test: TestContext, options: VisitOptions): Promise<Visitor> {
  const { url, width = 1280 } = options;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  });
  context.setDefaultTimeout(patience);
  test.onTestFinished(() => context.close());
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  context.on('console', (message) => {
    const isRefusal = /status of 40[13]/u.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(url + path);
    return page;
  };
  return { context, open, requests, complaints };
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Makes an account behind the pages' back; `role` as the database has it. */
export async function newAccount({ send, database }: AuthServer, role = 'USER'): Promise<Account> {
  const account = { email: newEmail(), password: newPassword() };
  await send('POST /register', { body: { ...account, name: 'Ada' } });
  await database.query('UPDATE "User" SET "role" = ? WHERE "email" = ?', role, account.email);
  return account;
}

/** Fills the form to sign in, and sends it. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form button[type=submit]').click();
}

/** Once the page knows its user. */
export async function signedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
}
