import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newEmail, newPassword } from '../../support/auth-people.ts';
import { startAuth, type AuthServer } from '../../support/auth-server.ts';
import { launchBrowser, noBrowser, patience } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';

let browser: Browser | undefined;
let server: AuthServer;
let url: string;

const open = async (path: string): Promise<Page> => {
  if (browser === undefined) throw new Error('no browser');
  const context = await browser.newContext();
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
};

describe('the pages in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    server = await startAuth({ kind: 'file', processes: 1, redis: false });
    url = server.urls[0] ?? '';
    // The server accepts requests of its pages only from `APP_URL`.
    await server.kill();
    await server.start({ APP_URL: url });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach((context) => {
    if (browser === undefined) noBrowser(context);
  });

  test.for([
    ['/login', { email: 'username', password: 'current-password' }],
    ['/register', { email: 'username', password: 'new-password' }],
  ] as const)('R12 a password manager knows its way on %s, and pasting works', async ([path, wanted]) => {
    const page = await open(path);
    const password = page.locator('input[type=password]');
    await password.first().waitFor();
    expect(await password.first().getAttribute('autocomplete')).toBe(wanted.password);
    const email = page.locator('input[autocomplete~="username"], input[autocomplete~="email"]').first();
    expect(await email.getAttribute('type')).toBe('email');
    for (const field of [password.first(), email]) {
      const isBlocked = await field.evaluate((element) => {
        const paste = new Event('paste', { bubbles: true, cancelable: true });
        return !element.dispatchEvent(paste);
      });
      expect(isBlocked).toBe(false);
      expect(await field.getAttribute('maxlength')).toBeNull();
    }
    await page.context().close();
  });

  test('R21, R55, R59 a person registers, is known, signs out, and no script ever saw a token', async () => {
    const page = await open('/register');
    const email = newEmail();
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[type=password]').first().fill(newPassword());
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/register'));
    await page.locator('form button[type=submit]').click();
    const registered = await answer;
    expect(registered.status()).toBe(201);
    expect(await registered.text()).not.toContain('eyJ');
    await page.waitForURL((address) => !address.pathname.startsWith('/register'));
    const seen = await page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
    );
    expect(seen).not.toContain('eyJ');
    const status = (path: string, method = 'GET') =>
      page.evaluate<number>(`fetch('/api/auth/${path}', { method: '${method}' }).then((answer) => answer.status)`);
    expect(await status('me')).toBe(200);
    expect(await status('refresh', 'POST')).toBe(200);
    expect(await status('logout', 'POST')).toBe(204);
    expect(await status('me')).toBe(401);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  test('R60 a page of another site cannot sign users in or out', async () => {
    const { createServer } = await import('node:http');
    const port = await freePort();
    const evil = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title>');
    }).listen(port, '127.0.0.1');
    const page = await open('/register');
    await page.locator('input[type=email]').fill(newEmail());
    await page.locator('input[type=password]').first().fill(newPassword());
    await page.locator('form button[type=submit]').click();
    await page.waitForURL((address) => !address.pathname.startsWith('/register'));
    const other = await page.context().newPage();
    // 127.0.0.1 and localhost are different sites; two ports of one host are the same.
    for (const host of ['localhost', '127.0.0.1']) {
      await other.goto(`http://${host}:${port}/`).catch(() => other.goto(`http://127.0.0.1:${port}/`));
      await other.evaluate(
        `fetch('${url}/api/auth/logout', { method: 'POST', credentials: 'include', mode: 'no-cors' }).catch(() => 0)`,
      );
      await other.evaluate(
        `fetch('${url}/api/auth/sessions?all=true', { method: 'DELETE', credentials: 'include' }).catch(() => 0)`,
      );
      await other.setContent(
        `<form method="post" enctype="text/plain" action="${url}/api/auth/logout"><button>x</button></form>`,
      );
      await other.locator('button').click();
      await other.waitForURL(`${url}/api/auth/logout`);
    }
    expect(await page.evaluate(`fetch('/api/auth/me').then((answer) => answer.status)`)).toBe(200);
    await other.close();
    await page.context().close();
    evil.close();
  });
});
