import { expect, test } from 'vitest';
import {
  accessibilityFaults,
  faultsByTheme,
  focused,
  focusedBelowHeader,
  layoutFaults,
  patience,
  photograph,
  tabTo,
  themes,
} from '../support/browser.ts';
import { addressOf, count, newCustomer, records, shopPages } from '../support/shop-pages.ts';
import { useShopInBrowser } from '../support/shop-in-browser.ts';

const { open, look, serveAgain } = useShopInBrowser();

test('a page opened by its address starts at its top, wherever the one before was left', async (context) => {
  const { page, url } = await open(context, 360);
  // Even a page without its data has somewhere to scroll to.
  await page.setViewportSize({ width: 360, height: 120 });
  const starts: unknown[] = [];
  for (const path of ['/admin/customers/new', '/admin/products/new', '/admin/orders/new', '/admin/customers']) {
    await page.goto(`${url}${path}`);
    await page.waitForLoadState('networkidle');
    // A busy machine is also quiet while it has yet to draw the page.
    await page.getByRole('heading', { level: 1 }).waitFor();
    starts.push(await page.evaluate('scrollY'));
    await page.evaluate('scrollTo(0, 10)');
  }
  expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
  expect(starts).toEqual([0, 0, 0, 0]);
});

test('an order with a customer and products is created in the form and shown on its page', async (context) => {
  const { page, complaints, url } = await open(context, 1280, '/');
  await page.getByRole('link', { name: 'Open the admin area' }).click();
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('link', { name: 'New Customer' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Margaret Hamilton');
  await page.getByLabel('Email').fill('margaret@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Margaret Hamilton' }).waitFor();

  await page.getByRole('link', { name: 'New Order' }).click();
  await page.getByLabel('Reference', { exact: true }).fill('A-11');
  await page.getByLabel('Placed at').fill('2026-03-01T10:30');
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true });
  await expect.poll(() => customer.inputValue(), { timeout: patience }).toBe('Margaret Hamilton');
  const products = page.getByRole('combobox', { name: 'Products', exact: true });
  await products.press('ArrowDown');
  await page.getByRole('listbox').getByRole('option').first().click();
  await products.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.getByRole('heading', { level: 1, name: 'A-11' }).waitFor();
  await page.getByRole('link', { name: 'Margaret Hamilton' }).click();
  await page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: 'A-11' }).waitFor();
  type Order = { customer: { email: string }; products: unknown[] };
  const [order] = await records<Order>(url, 'orders?reference=A-11&include=customer,products');
  expect(order?.customer.email).toBe('margaret@example.com');
  expect(order?.products).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('a picker finds a record beyond the first options, and a copy keeps it', async (context) => {
  const { page, complaints, url } = await open(context, 1280, '/admin/orders/new');
  await page.getByLabel('Reference', { exact: true }).fill('A-12');
  await page.getByLabel('Placed at').fill('2026-03-02T10:30');
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true });
  await customer.press('ArrowDown');
  await page.getByRole('option').nth(19).waitFor();
  const offered = await page.getByRole('option').allTextContents();
  const customers = await records<{ name: string }>(url, 'customers?limit=200');
  const last = customers.map(({ name }) => name).find((name) => !offered.includes(name)) ?? '';
  await customer.pressSequentially(last.toUpperCase());
  await page.getByRole('option', { name: last, exact: true }).first().waitFor();
  await customer.press('Enter');
  expect(await customer.inputValue()).toBe(last);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByLabel('Reference', { exact: true }).fill('A-13');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'A-13' }).waitFor();
  await page.getByRole('link', { name: last }).waitFor();
  expect(complaints).toEqual([]);
});

test('the search finds a page and a record with the keyboard only', async (context) => {
  const { page, complaints, url } = await open(context, 1280, '/admin/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search pages and records' });
  await search.fill('dashb');
  await page.getByRole('option', { name: 'Dashboard' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  const [order] = await records<{ reference: string }>(url, 'orders?limit=1');
  await page.keyboard.press('Meta+k');
  await search.fill(order?.reference.toLowerCase() ?? '');
  await page.getByRole('option', { name: order?.reference ?? '' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: order?.reference ?? '' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a list is sorted, found in and turned', async (context) => {
  const { page } = await open(context, 1280, '/admin/orders');
  const first = page.getByRole('rowheader').first();
  await first.waitFor();
  const newest = await first.textContent();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^26–/).waitFor();
  await page.getByRole('rowheader', { name: newest ?? '', exact: true }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByText(/^1–25/).waitFor();

  await page.getByRole('button', { name: 'Reference' }).click();
  const header = page.getByRole('columnheader', { name: 'Reference' });
  await header.and(page.locator('[aria-sort="ascending"]')).waitFor();
  await page.getByRole('searchbox', { name: 'Search Orders' }).fill(newest ?? '');
  await page.getByRole('searchbox', { name: 'Search Orders' }).press('Enter');
  await page.getByRole('rowheader').nth(1).waitFor({ state: 'detached' });
  expect(await page.getByRole('rowheader').count()).toBe(1);
  expect(await first.textContent()).toBe(newest);
});

test('a long word does not displace other columns or fill the page', async (context) => {
  const { page, url } = await open(context, 1280);
  const location = await newCustomer(url, { name: 'x'.repeat(1000), email: 'long@example.com' });
  context.onTestFinished(async () => void (await fetch(`${url}${location}`, { method: 'DELETE' })));
  await page.goto(`${url}/admin/customers`);
  const name = page.getByRole('rowheader').filter({ hasText: 'xxx' });
  await name.waitFor();
  const { width = Infinity, height = Infinity } = (await name.boundingBox()) ?? {};
  // The columns share the width that short values leave.
  expect(width).toBeLessThan(600);
  expect(height).toBeLessThan(150);
});

test('an invalid value is reported at its field and no record is saved', async (context) => {
  const { page, url } = await open(context, 1280, '/admin/customers/new');
  const before = await count(url, 'customers');
  await page.getByLabel('Name').fill('Nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await page.locator('[aria-invalid="true"]').getAttribute('name')).toBe('email');
  expect(await count(url, 'customers')).toBe(before);
});

test('leaving a form with unsaved changes needs a confirmation', async (context) => {
  const { page } = await open(context, 1280, '/admin/customers/new');
  await page.getByLabel('Name').fill('Nobody');
  await page.getByRole('link', { name: 'Products' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Nobody');
  await page.getByRole('link', { name: 'Products' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/admin/products');
});

test('a record is deleted after a question', async (context) => {
  const { page, complaints, url } = await open(context, 1280);
  const location = await newCustomer(url, { name: 'Brief Visitor', email: 'brief@example.com' });
  await page.goto(`${url}${location.replace('/api', '/admin')}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/admin/customers');
  expect((await fetch(`${url}${location}`)).status).toBe(404);
  // The page of the deleted record does not load it again.
  expect(complaints).toEqual([]);
});

test('a customer can be created with the keyboard only', async (context) => {
  const { page, url } = await open(context, 1280, '/admin/customers');
  await page.getByRole('rowheader').first().waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await tabTo(page, 'Customers');
  await tabTo(page, 'New Customer');
  await tabTo(page, 'Name');
  await tabTo(page, (await page.getByRole('rowheader').first().textContent()) ?? '');

  await page.goto(`${url}/admin/customers/new`);
  await page.getByLabel('Name').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Dashboard');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
});

test('a printed record is readable and has no navigation and no actions', async (context) => {
  const { page, url } = await open(context, 1280);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(await addressOf(url, '/admin/orders/:id'));
  await page.getByRole('term').first().waitFor();
  expect(await page.locator('nav, header, button').filter({ visible: true }).count()).toBe(0);
  expect(
    await page
      .getByText(/^(?:Edit|Duplicate|Delete)$/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  const color = "getComputedStyle(document.querySelector('h1')).color";
  const printed = await page.evaluate(color);
  await page.emulateMedia({ media: 'screen' });
  expect(printed).not.toBe(await page.evaluate(color));
});

test('a printed list is a table without checkboxes and actions', async (context) => {
  // The width of A4 without the margins.
  const { page, url } = await open(context, 718);
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${url}/admin/customers?newsletter=true`);
  await page.getByRole('rowheader').first().waitFor();
  const columns = await page.getByRole('columnheader').filter({ visible: true }).allTextContents();
  expect(columns).toEqual(['Name', 'Email', 'Newsletter']);
  const controls = 'input, select, nav, header, td button, li button, [aria-sort="none"] svg';
  expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
});

test('the header covers no control that receives the focus on the way back', async (context) => {
  const { page } = await open(context, 1280, '/admin/customers');
  await page.getByRole('rowheader').first().waitFor();
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.getByRole('rowheader').last().getByRole('link').focus();
  const covered: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    covered.push(await focusedBelowHeader(page));
  }
  expect(covered.filter((name) => name !== '')).toEqual([]);
});

test.for(shopPages)('at 360 pixels %s has no overflow and nothing overlaps', async (path, context) => {
  const page = await look(context, 360, path);
  await photograph(page, `${path}-360`);
  expect(await layoutFaults(page)).toEqual([]);
});

test.for(shopPages)('at 1280 pixels %s has no overflow and keeps the rules of accessibility', async (path, context) => {
  const page = await look(context, 1280, path);
  expect(await faultsByTheme(page, (theme) => photograph(page, `${path}-1280-${theme}`))).toEqual([]);
});

test.for(themes)('a page opens in the theme of the system: %s', async (theme, context) => {
  const { page, url } = await open(context, 360);
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(url);
  expect(await page.evaluate(`document.documentElement.classList.contains('dark')`)).toBe(theme === 'dark');
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(theme);
});

test('dialogs and menus follow the accessibility rules', async (context) => {
  const { page } = await open(context, 360, '/admin/customers');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('all pages of a list are selected with the keyboard only', async (context) => {
  const { page, complaints, url } = await open(context, 360, '/admin/products?limit=10');
  const total = await count(url, 'products');
  await page.getByRole('rowheader').first().waitFor();
  await tabTo(page, 'Select all');
  await page.keyboard.press('Space');
  const button = `Select all ${total} Products`;
  await page.getByRole('button', { name: button }).waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await page.getByText(`${total} selected`).waitFor();
  expect(await focused(page)).toBe('Select only this page');
  expect(await accessibilityFaults(page)).toEqual([]);
  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: `Delete ${total} Products?` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('in production, without a way to sign in, the admin area is closed and says why', async (context) => {
  const { page } = await open(context, 360);
  const production = await serveAgain({ NODE_ENV: 'production' });
  context.onTestFinished(async () => void (await production.stop()));
  await page.goto(`${production.url}/admin/customers`);
  await page.getByRole('heading', { level: 1, name: 'The admin area is closed' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0);
  expect(await page.locator('pre').textContent()).toBe('genlock add auth-jwt');
  expect(await layoutFaults(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
});
