/** Components of a plugin in the pages of a built application, with the policy of the pages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, noBrowser, openPage } from '../support/browser.ts';
import { repository, run } from '../support/cli.ts';
import { done, makeShop, pathWithoutOurs, serve, typecheck, type Served, type Shop } from '../support/shop.ts';

const key = { DELIVERY_MAPS_KEY: 'a-key-of-this-test' };
const folder = mkdtempSync(join(tmpdir(), 'genlock-slots-'));
let shop: Shop;
let served: Served;

beforeAll(async () => {
  const config = join(folder, 'genlock.json');
  const fields = [{ name: 'title', type: 'String', required: true }];
  writeFileSync(config, JSON.stringify({ database: 'file', entities: [{ name: 'Order', pages: true, fields }] }));
  const plugin = join(repository, 'test/fixtures/plugins/delivery');
  shop = await makeShop(['--config', config, '--plugins', plugin], key);
  done(await script('build'));
  served = await serve(shop.root, { ...key, PATH: pathWithoutOurs(), LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await served?.stop();
  shop?.remove();
  rmSync(folder, { recursive: true });
});

const script = (name: string) =>
  run(['npm', 'run', ...name.split(' ')], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } });

test.for([typecheck, 'lint', 'format:check', 'test -- test/delivery test/client/slot.test.tsx'])(
  'passes %s',
  async (name) => {
    expect(done(await script(name)).code).toBe(0);
  },
);

test('the pages show the components, and remain if one fails', async (context) => {
  const browser = (await launchBrowser()) ?? noBrowser(context);
  try {
    const { page, complaints } = await openPage(browser, 1200);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const shown = async (path: string, place: string): Promise<string | null> => {
      await page.goto(served.url + path);
      return page.getByTestId(`delivery-${place}`).first().textContent();
    };
    const [order] = (await (await fetch(`${served.url}/api/orders`)).json()) as { id: string; title: string }[];
    if (order === undefined) throw new Error('The seed has no orders.');

    expect(await shown('/', 'home')).toBe('Delivered within a day.');
    expect(await page.getByTestId('delivery-header').textContent()).toBe('Open');
    expect(loaded.filter((url) => url.includes('FormHint'))).toEqual([]);
    expect(await shown('/orders', 'list')).toBe('/orders');
    expect(await shown('/orders/new', 'form')).toBe('Order new');
    expect(await shown(`/orders/${order.id}/edit`, 'form')).toBe(`Order ${order.title}`);
    expect(complaints).toEqual([]);

    // A component before this one in the same slot throws an error.
    expect(await shown(`/orders/${order.id}`, 'record')).toBe(order.title);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(order.title);
    expect(complaints).toEqual([expect.stringContaining(`No delivery for ${order.id}`)]);
  } finally {
    await browser.close();
  }
});

test('the pages load scripts from the hosts of the plugin only', async (context) => {
  const browser = (await launchBrowser()) ?? noBrowser(context);
  try {
    const { page } = await openPage(browser, 1200);
    await page.route('https://*.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.title = document.currentScript.src;' }),
    );
    await page.goto(served.url);
    const load = (source: string) =>
      page.evaluate<string>(`new Promise((resolve) => {
        const script = document.createElement('script');
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('refused');
        script.src = ${JSON.stringify(source)};
        document.head.append(script);
      })`);
    expect(await load('https://maps.example.com/map.js')).toBe('loaded');
    expect(await load('https://other.example.com/map.js')).toBe('refused');
  } finally {
    await browser.close();
  }
});

test('the middleware sees requests of pages and of the API', async () => {
  const page = await fetch(served.url);
  expect([page.status, page.headers.get('x-delivery'), page.headers.get('x-fields')]).toEqual([200, 'anonymous', null]);
  const post = await fetch(`${served.url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'One' }),
  });
  expect([post.status, post.headers.get('x-delivery'), post.headers.get('x-fields')]).toEqual([
    ...[201, 'anonymous', 'title'],
  ]);
});
