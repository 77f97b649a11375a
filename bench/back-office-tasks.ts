import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { User } from './back-office-user.ts';

/** Performs a task until its result is visible. Returns a check of the result that is not measured. */
type Task = (user: User, url: string) => Promise<() => void | Promise<void>>;

/** A record of the shop, of any entity. */
interface Stored {
  readonly id: string;
  readonly name?: string;
  readonly reference?: string;
  readonly price?: string;
  readonly stock?: number;
  readonly paid?: boolean;
  readonly customerId?: string;
  readonly customer?: Stored;
  readonly products?: readonly Stored[];
}

/** The tasks by their names, in this order. Each one has records of its own. */
export const tasks: Readonly<Record<string, Task>> = {
  'find a customer by a part of the name': async (user, url) => {
    const wanted = labelOf(await first(url, 'customers?sort=name'), 'name');
    const part = wanted.slice(1, -1);
    await user.openList('Customers');
    await user.fillIn(user.page.getByRole('searchbox', { name: 'Search Customers' }), part);
    await user.seesRows(1);
    return async () => assert.deepEqual(await user.rows(), [wanted]);
  },
  'open a customer with Ctrl-K': async (user, url) => {
    const customer = await first(url, 'customers?sort=-name');
    await user.openRecord(labelOf(customer, 'name'));
    return () => assert.equal(new URL(user.page.url()).pathname, `/admin/customers/${customer.id}`);
  },
  'create a customer': async (user, url) => {
    await user.click('link', 'New Customer');
    await user.fill('Name', 'Margaret Hamilton');
    await user.fill('Email', 'margaret@example.com');
    await user.press('Enter');
    await user.sees('Margaret Hamilton');
    return async () => assert.equal((await all(url, 'customers?email=margaret@example.com')).length, 1);
  },
  'create an order on the page of its customer': async (user, url) => {
    await user.openRecord('Margaret Hamilton');
    await user.click('link', 'New Order');
    await user.fill('Reference', 'BO-1');
    await user.fill('Placed at', '2026-03-01T10:30');
    await user.press('Enter');
    await user.sees('BO-1');
    return async () => assert.equal(await customerOf(url, 'BO-1'), 'Margaret Hamilton');
  },
  'create an order and its new customer': async (user, url) => {
    await user.click('link', 'New Order');
    await user.fill('Reference', 'BO-2');
    await user.fill('Placed at', '2026-03-02T10:30');
    await user.click('button', 'New Customer');
    const dialog = user.page.getByRole('dialog', { name: 'New Customer' });
    await user.fillIn(dialog.getByLabel('Name'), 'Grace Hopper');
    await user.fillIn(dialog.getByLabel('Email'), 'grace@example.com');
    await user.clickOn(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
    await user.click('button', 'Save');
    await user.sees('BO-2');
    return async () => assert.equal(await customerOf(url, 'BO-2'), 'Grace Hopper');
  },
  'filter orders by paid and by a range of dates': async (user, url) => {
    const [from, to] = [day(-60), day(-5)];
    const query = `orders?paid=true&placedAt[gte]=${from}T00:00:00Z&placedAt[lt]=${day(-4)}T00:00:00Z&limit=200`;
    const expected = await all(url, query);
    await user.openList('Orders');
    await user.choose('Filter by Paid', 'Paid: Yes');
    await user.click('button', 'Filters');
    await user.choose('Field', 'Placed at');
    await user.fill('From', from);
    await user.fill('To', to);
    await user.press('Enter');
    await user.seesRows(expected.length);
    return async () => assert.deepEqual((await user.rows()).toSorted(), references(expected));
  },
  'filter orders by a customer': async (user, url) => {
    const customer = await customerOf(url, labelOf(await first(url, 'orders?sort=reference'), 'reference'));
    const expected = (await all(url, 'orders?include=customer&limit=200')).filter(
      (order) => labelOf(order.customer, 'name') === customer,
    );
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.choose('Field', 'Customer');
    await user.fillIn(user.page.getByRole('combobox', { name: 'Customer', exact: true }), customer);
    await user.page.getByRole('option', { name: customer }).waitFor();
    await user.press('Enter');
    await user.click('button', 'Apply');
    await user.seesRows(expected.length);
    return async () => assert.deepEqual((await user.rows()).toSorted(), references(expected));
  },
  'sort products by price, descending': async (user, url) => {
    const expected = await all(url, 'products?sort=-price&limit=25');
    await user.openList('Products');
    await user.click('button', 'Price');
    await user.page.locator('th[aria-sort="ascending"]').waitFor();
    await user.click('button', 'Price');
    await user.page.locator('th[aria-sort="descending"]').waitFor();
    await user.page.getByRole('rowheader', { name: labelOf(expected[0], 'name') }).waitFor();
    return async () => assert.equal((await user.rows())[0], labelOf(expected[0], 'name'));
  },
  'show 50 records on a page': async (user) => {
    await user.openList('Customers');
    await user.choose('Records per page', '50');
    await user.seesRows(50);
    return () => user.reads(/^1–50 of/u);
  },
  'hide a column': async (user) => {
    await user.openList('Customers');
    await user.click('button', 'Columns');
    await user.click('menuitemcheckbox', 'Email');
    await user.press('Escape');
    const columns = user.page.getByRole('columnheader');
    await columns.filter({ hasText: 'Email' }).waitFor({ state: 'detached' });
    return async () => assert.ok((await columns.count()) > 0);
  },
  'change a price': async (user, url) => {
    const product = await first(url, 'products?sort=sku');
    await user.openRecord(labelOf(product, 'name'));
    await user.click('link', 'Edit');
    await user.fill('Price', '12.34');
    await user.press('Enter');
    await user.sees(labelOf(product, 'name'));
    return async () => assert.equal((await get(url, `products/${product.id}`)).price, '12.34');
  },
  'change a field of ten records': async (user, url) => {
    const unpaid = await all(url, 'orders?paid=false&limit=10');
    await user.openList('Orders');
    await user.choose('Filter by Paid', 'Paid: No');
    await user.choose('Records per page', '10');
    await user.seesRows(10);
    await user.click('checkbox', 'Select all');
    await user.click('button', 'Change a field');
    await user.choose('New value', 'Yes');
    await user.click('button', 'Change');
    await user.reads('10 Orders changed');
    return async () => {
      for (const { id } of unpaid) assert.equal((await get(url, `orders/${id}`)).paid, true);
    };
  },
  'delete three records': async (user, url) => {
    const orders = await all(url, 'orders?limit=3');
    await user.openList('Orders');
    for (const order of orders) await user.click('checkbox', `Select ${labelOf(order, 'reference')}`);
    await user.click('button', 'Delete');
    await user.clickOn(user.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await user.reads('3 Orders deleted');
    return async () => {
      for (const { id } of orders) assert.equal((await fetch(`${url}/api/orders/${id}`)).status, 404);
    };
  },
  'delete a record and undo this': async (user, url) => {
    const order = await first(url, 'orders?sort=reference&include=products');
    const reference = labelOf(order, 'reference');
    await user.openRecord(reference);
    await user.click('button', 'Delete');
    await user.reads(/You can undo this/u);
    await user.clickOn(user.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await user.click('button', 'Undo');
    await user.reads('Order restored');
    return async () => {
      const restored = await first(url, `orders?reference=${reference}&include=products`);
      assert.notEqual(restored.id, order.id);
      assert.deepEqual(idsOf(restored.products), idsOf(order.products));
    };
  },
  'duplicate an order': async (user, url) => {
    const order = await first(url, 'orders?sort=reference&include=products');
    await user.openRecord(labelOf(order, 'reference'));
    await user.click('link', 'Duplicate');
    await user.fill('Reference', 'BO-3');
    await user.press('Enter');
    await user.sees('BO-3');
    return async () => {
      const copy = await first(url, 'orders?reference=BO-3&include=products');
      assert.equal(copy.customerId, order.customerId);
      assert.deepEqual(idsOf(copy.products), idsOf(order.products));
    };
  },
  'export a filtered list as CSV': async (user, url) => {
    const expected = await all(url, 'orders?paid=true&limit=200');
    await user.openList('Orders');
    await user.choose('Filter by Paid', 'Paid: Yes');
    await user.page.getByRole('button', { name: 'Remove the filter by Paid' }).waitFor();
    await user.click('button', 'More actions');
    const download = user.page.waitForEvent('download');
    await user.click('menuitem', 'Export as CSV');
    const path = await (await download).path();
    return () => {
      const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
      const exported = lines.map((line) => /(?:ORD|BO)-\d+/u.exec(line)?.[0] ?? line);
      assert.deepEqual(exported.toSorted(), references(expected));
    };
  },
  'import a CSV file with one invalid row': async (user, url) => {
    const text = 'name,email\nAda One,ada1@example.com\nAda Two,not an address\nAda Three,ada3@example.com\n';
    await user.openList('Customers');
    await user.click('button', 'More actions');
    await user.click('menuitem', 'Import CSV…');
    await user.chooseFile('CSV file', { name: 'customers.csv', text });
    await user.click('button', 'Import 3 rows');
    await user.reads('Imported records: 2. Rejected rows: 1.');
    await user.clickOn(user.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last());
    return async () => assert.equal((await all(url, 'customers?name[startsWith]=Ada')).length, 2);
  },
  'save a view and open it after a reload': async (user) => {
    await user.openList('Orders');
    await user.choose('Filter by Paid', 'Paid: Yes');
    await user.click('button', 'Views');
    await user.fill('Save the current view as', 'Paid orders');
    await user.press('Enter');
    await user.page.goto(new URL('/admin', user.page.url()).href);
    await user.openList('Orders');
    await user.click('button', 'Views');
    await user.click('button', 'Paid orders');
    await user.page.getByRole('button', { name: 'Remove the filter by Paid' }).waitFor();
    return () => assert.equal(new URL(user.page.url()).searchParams.get('paid'), 'true');
  },
  'switch the language and the theme': async (user) => {
    await user.choose('Language', 'de');
    await user.sees('Übersicht');
    await user.click('button', 'Dunkles Design verwenden');
    await user.page.locator('html.dark[lang="de"]').waitFor();
    return () => undefined;
  },
  'resolve a conflict with another user': async (user, url) => {
    const product = await first(url, 'products?sort=-sku');
    await user.openRecord(labelOf(product, 'name'));
    await user.click('link', 'Edit');
    await user.fill('Price', '56.78');
    await change(url, `products/${product.id}`, { stock: 4321 });
    await user.press('Enter');
    await user.reads(/Another user has changed this record/u);
    await user.click('button', 'Save');
    await user.sees(labelOf(product, 'name'));
    return async () => {
      const { price, stock } = await get(url, `products/${product.id}`);
      assert.deepEqual({ price, stock }, { price: '56.78', stock: 4321 });
    };
  },
};

/** Returns the records at an address of the API. */
async function all(url: string, address: string): Promise<readonly Stored[]> {
  return request<readonly Stored[]>(`${url}/api/${address}`);
}

async function first(url: string, address: string): Promise<Stored> {
  const [record] = await all(url, `${address}&limit=1`);
  assert.ok(record, address);
  return record;
}

async function get(url: string, address: string): Promise<Stored> {
  return request<Stored>(`${url}/api/${address}`);
}

/** Changes a record as another user. */
async function change(url: string, address: string, values: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await request(`${url}/api/${address}`, { method: 'PATCH', headers, body: JSON.stringify(values) });
}

async function request<Answer>(address: string, options?: RequestInit): Promise<Answer> {
  const response = await fetch(address, options);
  assert.ok(response.ok, `${address}: ${response.status}`);
  const answer: Answer = JSON.parse(await response.text());
  return answer;
}

async function customerOf(url: string, reference: string): Promise<string> {
  const { customer } = await first(url, `orders?reference=${reference}&include=customer`);
  return labelOf(customer, 'name');
}

function labelOf(record: Stored | undefined, field: 'name' | 'reference'): string {
  return record?.[field] ?? '';
}

function references(orders: readonly Stored[]): string[] {
  return orders.map((order) => labelOf(order, 'reference')).toSorted();
}

function idsOf(records: readonly Stored[] = []): string[] {
  return records.map(({ id }) => id).toSorted();
}

/** Returns a date relative to today, as in a date input. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}
