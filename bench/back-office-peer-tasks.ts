import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { PeerUser } from './back-office-peer-user.ts';

/** A record of the peer, of any collection. */
interface Stored {
  readonly id: number;
  readonly name?: string;
  readonly reference?: string;
  readonly price?: number;
  readonly stock?: number;
  readonly paid?: boolean;
  readonly customer?: Stored;
  readonly products?: readonly Stored[];
}

/** Sends requests to the peer's API as the administrator. */
export interface PeerApi {
  find(address: string): Promise<readonly Stored[]>;
  change(address: string, values: object): Promise<void>;
}

/** Performs a task until its result is visible. Returns a check of the result that is not measured. */
type PeerTask = (user: PeerUser, api: PeerApi) => Promise<() => void | Promise<void>>;

const paid = { field: 'Paid', value: 'True', kind: 'choice' } as const;

/** The same tasks in Payload by their names. */
export const peerTasks: Readonly<Record<string, PeerTask>> = {
  'find a customer by a part of the name': async (user) => {
    await user.openList('Customers');
    await user.fillIn(user.page.getByPlaceholder('Search by Name'), 'omer 07 L');
    await user.seesRows(1);
    return async () => assert.deepEqual(await user.rows(), ['Customer 07 Ltd']);
  },
  'open a customer with Ctrl-K': async (user) => {
    await user.openFrom('Customers', 'Customer 08 Ltd');
    return () => undefined;
  },
  'create a customer': async (user, api) => {
    await user.create('Customers');
    await user.fillField('name', 'Margaret Hamilton');
    await user.fillField('email', 'margaret@example.com');
    await user.save();
    return async () => assert.equal((await api.find('customers?where[email][equals]=margaret@example.com')).length, 1);
  },
  'create an order on the page of its customer': async (user, api) => {
    await user.openFrom('Customers', 'Margaret Hamilton');
    await user.click('button', 'Add new');
    const drawer = user.page.getByRole('dialog');
    await user.fillField('reference', 'BO-1', drawer);
    await user.fillDate('placedAt', '03/01/2026', drawer);
    await user.clickOn(drawer.getByRole('button', { name: 'Save', exact: true }));
    await user.page.locator('.field-type.join').getByText('BO-1').waitFor();
    return async () => assert.equal(await customerOf(api, 'BO-1'), 'Margaret Hamilton');
  },
  'create an order and its new customer': async (user, api) => {
    await user.create('Orders');
    await user.fillField('reference', 'BO-2');
    await user.fillDate('placedAt', '03/02/2026');
    await user.click('button', 'Add new Customer');
    const drawer = user.page.getByRole('dialog');
    await user.fillField('name', 'Grace Hopper', drawer);
    await user.fillField('email', 'grace@example.com', drawer);
    await user.clickOn(drawer.getByRole('button', { name: 'Save', exact: true }));
    await user.reads(/successfully/u);
    await user.clickOn(drawer.locator('.doc-drawer__header-close'));
    await drawer.waitFor({ state: 'detached' });
    await user.page.getByText('Grace Hopper').waitFor();
    await user.click('button', 'Save');
    await user.page.waitForURL(/orders\/\d+/u);
    return async () => assert.equal(await customerOf(api, 'BO-2'), 'Grace Hopper');
  },
  'filter orders by paid and by a range of dates': async (user, api) => {
    const [start, end] = [day(-60), day(-5)].map((date) => new Date(`${date} 12:00`).toISOString());
    const dates = `where[placedAt][greater_than_equal]=${start}&where[placedAt][less_than_equal]=${end}`;
    const expected = await api.find(`orders?where[paid][equals]=true&${dates}`);
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.filter(0, paid);
    const [from, to] = [day(-60), day(-5)];
    await user.filter(1, { field: 'Placed At', operator: 'is greater than or equal to', value: from, kind: 'text' });
    await user.filter(2, { field: 'Placed At', operator: 'is less than or equal to', value: to, kind: 'text' });
    await user.page.locator('.cell-paid').getByText('false').first().waitFor({ state: 'detached' });
    await user.seesRows(expected.length);
    return async () => assert.deepEqual((await user.rows()).toSorted(), references(expected));
  },
  'filter orders by a customer': async (user) => {
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.filter(0, { field: 'Customer', value: 'Customer 03 Ltd', kind: 'search' });
    await user.seesRows(3);
    return async () => assert.deepEqual((await user.rows()).toSorted(), ['ORD-0003', 'ORD-0023', 'ORD-0043']);
  },
  'sort products by price, descending': async (user, api) => {
    const [dearest] = await api.find('products?sort=-price&limit=1');
    await user.openList('Products');
    await user.click('button', 'Sort by Price Descending');
    await user.page
      .locator('.collection-list tbody tr')
      .first()
      .getByText(dearest?.name ?? '')
      .waitFor();
    return async () => assert.equal((await user.rows())[0], dearest?.name);
  },
  'show 50 records on a page': async (user) => {
    await user.openList('Customers');
    await user.pickFromMenu(user.page.locator('.per-page button').first(), '50');
    await user.seesRows(50);
    return () => undefined;
  },
  'hide a column': async (user) => {
    await user.openList('Customers');
    await user.click('button', 'Columns');
    await user.clickOn(user.page.locator('.pill-selector').getByRole('button', { name: 'Email' }));
    await user.page.getByRole('columnheader').filter({ hasText: 'Email' }).waitFor({ state: 'detached' });
    return () => undefined;
  },
  'change a price': async (user, api) => {
    await user.openFrom('Products', 'Product 05 Kit');
    await user.fillField('price', '12.34');
    await user.save();
    return async () => assert.equal((await api.find('products?where[sku][equals]=SKU-05'))[0]?.price, 12.34);
  },
  'change a field of ten records': async (user, api) => {
    const unpaid = await api.find('orders?where[paid][equals]=false&limit=10');
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.filter(0, { ...paid, value: 'False' });
    await user.page.locator('.cell-paid').getByText('true').first().waitFor({ state: 'detached' });
    await user.clickOn(user.page.locator('#select-all'));
    await user.click('button', 'Edit');
    const drawer = user.page.getByRole('dialog');
    await user.pick(drawer.locator('.react-select'), 'Paid');
    await user.clickOn(drawer.locator('#field-paid'));
    await user.clickOn(drawer.getByRole('button', { name: 'Save', exact: true }));
    await user.reads(/Updated 10 Orders/u);
    return async () => {
      for (const { id } of unpaid) assert.equal((await api.find(`orders?where[id][equals]=${id}`))[0]?.paid, true);
    };
  },
  'delete three records': async (user, api) => {
    const orders = await api.find('orders?limit=3');
    await user.openList('Orders');
    for (const { reference = '' } of orders)
      await user.clickOn(user.page.locator('tbody tr', { hasText: reference }).getByRole('checkbox'));
    await user.click('button', 'Delete');
    await user.clickOn(user.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await user.reads(/3 Orders/u);
    return async () => {
      for (const { id } of orders) assert.equal((await api.find(`orders?where[id][equals]=${id}`)).length, 0);
    };
  },
  'delete a record and undo this': async (user, api) => {
    await user.openFrom('Orders', 'ORD-0010');
    await user.pickFromMenu(user.page.locator('.doc-controls__popup button').first(), 'Delete');
    await user.clickOn(user.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await user.page.waitForURL(/collections\/orders(\?|$)/u);
    await user.quiet();
    await user.click('button', 'Trash');
    await user.clickOn(user.page.locator('tbody tr', { hasText: 'ORD-0010' }).getByRole('checkbox'));
    await user.click('button', 'Restore');
    await user.clickOn(user.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await user.reads(/restored/iu);
    return async () => assert.equal((await api.find('orders?where[reference][equals]=ORD-0010')).length, 1);
  },
  'duplicate an order': async (user, api) => {
    await user.openFrom('Orders', 'ORD-0001');
    await user.pickFromMenu(user.page.locator('.doc-controls__popup button').first(), 'Duplicate');
    await user.sees('ORD-0001 - Copy');
    await user.quiet();
    await user.fillField('reference', 'BO-3');
    await user.save();
    return async () => {
      const [copy] = await api.find('orders?where[reference][equals]=BO-3');
      assert.equal(copy?.customer?.name, 'Customer 01 Ltd');
      assert.equal(copy?.products?.length, 2);
    };
  },
  'export a filtered list as CSV': async (user, api) => {
    const expected = await api.find('orders?where[paid][equals]=true&limit=200');
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.filter(0, paid);
    await user.page.locator('.cell-paid').getByText('false').first().waitFor({ state: 'detached' });
    await user.pickFromMenu(user.page.getByRole('button', { name: 'More options' }), 'Export Orders');
    const drawer = user.page.getByRole('dialog');
    await user.fillIn(drawer.getByRole('spinbutton', { name: 'Limit' }), '0');
    const download = user.page.waitForEvent('download');
    await user.clickOn(drawer.getByRole('button', { name: 'Download' }));
    const path = await (await download).path();
    return () => assert.equal(readFileSync(path, 'utf8').trim().split('\n').length - 1, expected.length);
  },
  'import a CSV file with one invalid row': async (user, api) => {
    const text = 'name,email\nAda One,ada1@example.com\nAda Two,not an address\nAda Three,ada3@example.com\n';
    await user.openList('Customers');
    await user.pickFromMenu(user.page.getByRole('button', { name: 'More options' }), 'Import Customers');
    const drawer = user.page.getByRole('dialog');
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    user.steps += 1;
    await drawer.locator('input[type=file]').setInputFiles(file);
    await drawer.getByText('Ada Three').waitFor();
    await user.pick(drawer.locator('#field-importMode'), /^Create new/u);
    await user.clickOn(drawer.getByRole('button', { name: 'Start Import' }));
    await user.reads(/partial|successfully/iu);
    return async () => assert.equal((await api.find('customers?where[name][like]=Ada')).length, 2);
  },
  'save a view and open it after a reload': async (user) => {
    await user.openList('Orders');
    await user.click('button', 'Filters');
    await user.filter(0, paid);
    await user.page.locator('.cell-paid').getByText('false').first().waitFor({ state: 'detached' });
    await user.click('button', 'New Preset');
    const drawer = user.page.getByRole('dialog');
    await user.fillField('title', 'Paid orders', drawer);
    await user.clickOn(drawer.getByRole('button', { name: 'Save', exact: true }));
    await drawer.waitFor({ state: 'detached' });
    await user.page.goto(new URL('/admin', user.page.url()).href);
    await user.quiet();
    await user.openList('Orders');
    // The list opens with the last preset.
    await user.page.getByRole('button', { name: /^Paid orders/u }).waitFor();
    await user.page.locator('.cell-paid').getByText('false').first().waitFor({ state: 'detached' });
    return () => undefined;
  },
  'switch the language and the theme': async (user) => {
    await user.click('link', 'Account');
    await user.quiet();
    await user.pick(user.page.locator('.payload-settings__language .react-select'), 'Deutsch');
    await user.page.locator('html[lang="de"]').waitFor();
    await user.clickOn(user.page.getByText('Dunkel', { exact: true }));
    await user.page.locator('html[data-theme="dark"]').waitFor();
    return () => undefined;
  },
  'resolve a conflict with another user': async (user, api) => {
    await user.openFrom('Products', 'Product 09 Kit');
    await user.fillField('price', '56.78');
    const [product] = await api.find('products?where[sku][equals]=SKU-09');
    await api.change(`products/${product?.id}`, { stock: 4321 });
    await user.save();
    return async () => {
      const [changed] = await api.find('products?where[sku][equals]=SKU-09');
      assert.deepEqual({ price: changed?.price, stock: changed?.stock }, { price: 56.78, stock: 4321 });
    };
  },
};

async function customerOf(api: PeerApi, reference: string): Promise<string | undefined> {
  return (await api.find(`orders?where[reference][equals]=${reference}`))[0]?.customer?.name;
}

function references(orders: readonly Stored[]): string[] {
  return orders.map(({ reference = '' }) => reference).toSorted();
}

/** Returns a date relative to today, as in a date field of the peer. */
function day(offset: number): string {
  const [year, month, date] = new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
}
