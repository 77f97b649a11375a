import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { done, makeShop, pathWithoutOurs, serve, type Served, type Shop } from '../support/shop.ts';

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
/** A script for the page; gives the pairs of controls that cover the same place. */
const overlaps = readFileSync(join(import.meta.dirname, '../support/overlaps.js'), 'utf8');
/** Where screenshots go for people to look at; nowhere if it isn't set. */
const screenshots = process.env['GENLOCK_SCREENSHOTS'];

let shop: Shop | undefined;
let served: Served | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
  if (executable === undefined) return;
  shop = await makeShop();
  done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs() } }));
  served = await serve(shop.root);
  browser = await chromium.launch({
    executablePath: executable,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  await served?.stop();
  shop?.remove();
});

/** A page at a width, and what its console and its requests complained about. */
async function open(context: TestContext, width: number): Promise<{ page: Page; complaints: string[]; url: string }> {
  if (browser === undefined || served === undefined) {
    notVerified(context, { reason: 'no Chromium', remedy: 'apt-get install chromium' });
  }
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  context.onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, url: served.url };
}

test('an order with a customer and products is made in the form and stands in the list', async (context) => {
  const { page, complaints, url } = await open(context, 1280);
  await page.goto(url);
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('link', { name: 'New customer' }).click();
  await page.getByLabel('Name').fill('Margaret Hamilton');
  await page.getByLabel('Email').fill('margaret@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Margaret Hamilton' }).waitFor();

  await page.getByRole('link', { name: 'Orders' }).first().click();
  await page.getByRole('link', { name: 'New order' }).click();
  await page.getByLabel('Reference').fill('A-11');
  await page.getByLabel('Placed at').fill('2026-03-01T10:30');
  await page.getByLabel('Customer').selectOption({ label: 'Margaret Hamilton' });
  const product = page
    .getByRole('group', { name: /Products/u })
    .getByRole('checkbox')
    .first();
  await product.check();
  await page.getByRole('button', { name: 'Save' }).click();

  const row = page.getByRole('row').filter({ hasText: 'A-11' });
  await row.waitFor();
  expect(await row.textContent()).toContain('Margaret Hamilton');
  const [order] = (await (await fetch(`${url}/api/orders?reference=A-11&include=customer,products`)).json()) as {
    customer: { email: string };
    products: unknown[];
  }[];
  expect(order?.customer.email).toBe('margaret@example.com');
  expect(order?.products).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('a mistake is shown beside its field and nothing is saved', async (context) => {
  const { page, url } = await open(context, 1280);
  const before = await count(url, 'customers');
  await page.goto(`${url}/customers/new`);
  await page.getByLabel('Name').fill('Nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await page.locator('[aria-invalid="true"]').getAttribute('name')).toBe('email');
  expect(await count(url, 'customers')).toBe(before);
});

test('a record is deleted after a question', async (context) => {
  const { page, url } = await open(context, 1280);
  const created = await fetch(`${url}/api/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Brief Visitor', email: 'brief@example.com' }),
  });
  const location = created.headers.get('location')?.replace('/api', '') ?? '';
  await page.goto(`${url}${location}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/customers');
  expect((await fetch(`${url}${created.headers.get('location') ?? ''}`)).status).toBe(404);
});

const pages = ['/', '/customers', '/customers/new', '/products', '/orders', '/orders/new', '/nowhere'];
test.for([360, 1280].flatMap((width) => pages.map((path) => [width, path] as const)))(
  'at %i pixels %s has no overflow and nothing overlaps',
  async ([width, path], context) => {
    const { page, url } = await open(context, width);
    await page.goto(`${url}${path}`);
    await page.waitForLoadState('networkidle');
    if (screenshots !== undefined) {
      mkdirSync(screenshots, { recursive: true });
      const name = `${path.replaceAll('/', '-').slice(1) || 'home'}-${width}.png`;
      await page.screenshot({ path: join(screenshots, name), fullPage: true });
    }
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await page.evaluate<string[]>(overlaps)).toEqual([]);
  },
);

async function count(url: string, path: string): Promise<number> {
  return ((await (await fetch(`${url}/api/${path}?limit=200`)).json()) as unknown[]).length;
}
