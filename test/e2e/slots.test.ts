/** Components of a plugin in the pages of a built application, with the policy of the pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, noBrowser, openPage } from '../support/browser.ts';
import { repository, run } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
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

test('plugin dev --run shows each edit in the running application, and survives an error', async () => {
  const plugin = join(folder, 'delivery');
  cpSync(join(repository, 'test/fixtures/plugins/delivery'), plugin, { recursive: true });
  const port = await freePort();
  const args = ['plugin', 'dev', plugin, '--project', shop.root, '--run'];
  const child = spawn(process.execPath, [join(repository, 'bin/run.js'), ...args], {
    env: { ...process.env, ...key, NODE_ENV: undefined, NO_COLOR: '1', PATH: pathWithoutOurs(), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = once(child, 'close');
    const limit = { timeout: 120_000, interval: 100 };
    await expect.poll(() => output, limit).toContain(`The application runs at http://localhost:${port}`);

    const note = 'client/components/delivery/HomeNote.tsx';
    const template = join(plugin, 'templates/express', note);
    const write = (text: string): void =>
      writeFileSync(template, `export default function HomeNote() {\n  return <p>${text}</p>;\n}\n`);
    const shown = async (): Promise<string> => (await fetch(`http://localhost:${port}/${note}`)).text();
    write('Delivered at noon.');
    await expect.poll(shown, limit).toContain('Delivered at noon.');

    const generator = join(plugin, 'generator.js');
    const text = readFileSync(generator, 'utf8');
    writeFileSync(generator, `${text}throw new Error('broken');\n`);
    await expect.poll(() => output, limit).toContain('SANDBOX_THREW');
    expect(await shown()).toContain('Delivered at noon.');
    writeFileSync(generator, text);
    write('Delivered at one.');
    await expect.poll(shown, limit).toContain('Delivered at one.');
    expect(output.match(/The application runs at/gu)).toHaveLength(1);

    child.kill('SIGINT');
    expect((await ended)[0]).toBe(0);
    await expect(shown()).rejects.toThrow('fetch failed');
  } finally {
    child.kill('SIGKILL');
  }
});
