import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, noBrowser, openPage } from '../support/browser.ts';
import { genlock, repository, run } from '../support/cli.ts';
import { ownTests, withoutValues } from '../support/generated-tests.ts';
import { findNode } from '../support/nodes.ts';
import { notVerified } from '../support/not-verified.ts';
import { done, makeShop, pathWithoutOurs, serve, typecheck, type Shop } from '../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  const guestbook = ['--plugins', join(repository, 'examples/plugins/guestbook')];
  shop = await makeShop(['--config', join(repository, 'examples/shop/genlock.json'), ...guestbook]);
  mkdirSync(join(shop.root, 'server/hooks'));
  writeFileSync(join(shop.root, 'server/hooks/customer.ts'), customerHooks);
});
afterAll(() => shop.remove());

/** Hooks that do not affect the project's own tests. */
const customerHooks = `import { HttpProblem } from '../lib/problem';
import { defineHooks } from '../lib/records/hooks';

export default defineHooks('Customer', {
  beforeRead: () => ({ name: { not: 'Hidden' } }),
  beforeCreate({ data }) {
    return data.name === 'Renamed' ? { ...data, name: 'By a hook' } : data;
  },
  async afterCreate({ record, tx }) {
    if (record.name !== 'Refused') return;
    if ((await tx.customer.count({ where: { id: record.id } })) !== 1) throw new Error('No record');
    throw new HttpProblem(409, { code: 'refused', detail: 'This customer is refused.' });
  },
});
`;

test('a seed leaves the packages that a development server has made ready for browsers', () => {
  // It ran right after the installation, and began none of its own, which would have been put in their place.
  expect(existsSync(join(shop.root, 'node_modules/.vite'))).toBe(false);
});

test('generates the Prisma client only if the schema has changed', async () => {
  const schema = join(shop.root, 'prisma/schema/order.prisma');
  const client = join(shop.root, 'server/generated/prisma/client.ts');
  const before = readFileSync(schema);
  const isGeneratedAgain = async () => {
    appendFileSync(client, '// not generated again\n');
    done(await run(['npm', 'run', 'db:generate'], { cwd: shop.root, env: { PATH: pathWithoutOurs() } }));
    return !readFileSync(client, 'utf8').includes('// not generated again');
  };
  expect(await isGeneratedAgain()).toBe(false);
  appendFileSync(schema, '// changed\n');
  expect(await isGeneratedAgain()).toBe(true);
  writeFileSync(schema, before);
  expect(await isGeneratedAgain()).toBe(true);
});

// Types, lint and format do not depend on the Node version. With Genlock, other projects pass them and their tests on
// Node 24, so the shop passes them after it is ejected.
const tests = 'the tests of the server, its entities and its plugins';
const nodes = [
  {
    title: 'the generated shop on Node 24',
    name: 'Node 24',
    range: '>=24.15.0 <25',
    scripts: ['build'],
    before: [],
  },
  {
    title: 'the ejected shop on Node 20',
    name: 'Node 20',
    range: '>=20.19.0 <21',
    scripts: [typecheck, 'lint', 'format:check', tests, 'build'],
    before: ['genlock eject'],
  },
];

/** Runs genlock where there is no network. */
const cut = (args: readonly string[]) =>
  run(['unshare', '-rn', process.execPath, join(repository, 'bin/run.js'), ...args], { cwd: shop.root });

describe.each(nodes)('$title', ({ name, range, scripts, before }) => {
  const node = findNode(range);

  test.for(before)('before %s, entities and the database go on without a network', async (_, context) => {
    if (spawnSync('unshare', ['-rn', 'true']).status !== 0) {
      notVerified(context, { reason: 'no network namespace', remedy: 'Linux with util-linux and user namespaces' });
    }
    const steps = [
      ['entity', 'add', 'Visit', 'place:String:required', '--yes'],
      ['sync', '--yes'],
      ['db', 'migrate', 'dev', '--name', 'visits'],
      ['db', 'migrate', 'status'],
      ['verify'],
    ];
    for (const args of steps) expect(await cut(args)).toMatchObject({ code: 0 });
    // The control: there is no way out.
    expect((await cut(['add', 'never-fetched', '--yes'])).code).not.toBe(0);
  });

  test.for(before)('%s succeeds', async () => {
    expect(await genlock(['eject', '--yes'], { cwd: shop.root })).toMatchObject({ code: 0 });
  });

  test.for(scripts)('passes %s', async (script, context) => {
    if (node === undefined) notVerified(context, { reason: `no ${name}`, remedy: `put ${name} on the PATH` });
    // The test runner's own would have React's development build bundled.
    const env = { PATH: node.path, CI: '1', NODE_ENV: undefined };
    const files = script === tests ? ['test/server/', ...ownTests(shop.root)] : [];
    const command = script === tests ? `test -- ${files.join(' ')} ${withoutValues}|/api/products` : script;
    const finished = done(await run(['npm', 'run', ...command.split(' ')], { cwd: shop.root, env }));
    expect(warningsIn(finished.stdout + finished.stderr)).toEqual([]);
  });

  test('serves its API and its pages, and ends cleanly', async (context) => {
    if (node === undefined) notVerified(context, { reason: `no ${name}`, remedy: `put ${name} on the PATH` });
    const served = await serve(shop.root, { PATH: node.path });
    try {
      const orders = await fetch(`${served.url}/api/orders?include=customer,products&limit=5`);
      expect(orders.status).toBe(200);
      const records = (await orders.json()) as { customer: { name: string }; products: unknown[] }[];
      expect(records).toHaveLength(5);
      expect(records[0]?.customer.name).toBeTypeOf('string');
      expect(orders.headers.get('link')).toContain('rel="next"');
      const customers = `${served.url}/api/customers`;
      const create = async (name: string) => {
        const body = JSON.stringify({ name, email: `${crypto.randomUUID()}@example.com` });
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(customers, { method: 'POST', headers, body });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      expect(await create('Renamed')).toMatchObject({ status: 201, body: { name: 'By a hook' } });
      expect(await create('Refused')).toMatchObject({ status: 409, body: { code: 'refused' } });
      const hidden = await create('Hidden');
      expect((await fetch(`${customers}/${String(hidden.body['id'])}`)).status).toBe(404);
      expect(await (await fetch(`${customers}?name=Refused`)).json()).toEqual([]);
      const csv = await (await fetch(customers, { headers: { accept: 'text/csv' } })).text();
      expect(csv).toMatch(/^id,name,email,newsletter,createdAt,updatedAt\r\n/u);
      expect(csv).toContain(',By a hook,');
      expect(csv).not.toContain('Hidden');

      const deepLink = await fetch(`${served.url}/orders/new`, { headers: { accept: 'text/html' } });
      expect([deepLink.status, deepLink.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    } finally {
      expect(await served.stop()).toBe(0);
    }
  });
});

test('the first page of the built shop loads at most 150 kB of compressed script', async (context) => {
  const browser = await launchBrowser();
  if (browser === undefined) noBrowser(context);
  const served = await serve(shop.root);
  try {
    const { page } = await openPage(browser, 1280);
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    await page.goto(served.url, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    const bytes = bodies.reduce((total, body) => total + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(70_000);
    expect(bytes).toBeLessThanOrEqual(150_000);
  } finally {
    await browser.close();
    await served.stop();
  }
});

test('a page of the built shop loads only the messages of the language, which a menu changes', async (context) => {
  const browser = await launchBrowser();
  if (browser === undefined) noBrowser(context);
  const served = await serve(shop.root);
  try {
    const { page, complaints } = await openPage(browser, 1280, 'de-AT');
    const catalogues: string[] = [];
    page.on('response', (response) => {
      const [, language] = /\/assets\/(en|de)-[^/]+\.js$/u.exec(response.url()) ?? [];
      if (language !== undefined) catalogues.push(language);
    });
    const language = () => page.locator('html').getAttribute('lang');
    await page.goto(served.url);
    await page.getByRole('link', { name: 'Startseite' }).waitFor();
    expect([await language(), catalogues]).toEqual(['de', ['de']]);
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await page.getByRole('link', { name: 'Home' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Home' }).waitFor();
    expect([await language(), new Set(catalogues.slice(1))]).toEqual(['en', new Set(['en'])]);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await served.stop();
  }
});

describe('the installed packages of the shop', () => {
  test('take at most 350 MB for development', async () => {
    expect(await megabytes(join(shop.root, 'node_modules'))).toBeLessThanOrEqual(350);
  });

  test('take at most 120 MB for production, and the built server needs no others', async () => {
    const root = join(dirname(shop.root), 'production');
    for (const path of ['dist', 'prisma', 'data', '.npmrc', 'package.json', 'package-lock.json'])
      cpSync(join(shop.root, path), join(root, path), { recursive: true });
    const install = ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'];
    done(await run(install, { cwd: root, env: { PATH: pathWithoutOurs() } }));
    expect(await megabytes(join(root, 'node_modules'))).toBeLessThanOrEqual(120);

    const env = { NODE_ENV: 'production', DATABASE_URL: 'file:./data/dev.db' };
    const served = await serve(root, env);
    try {
      expect((await fetch(`${served.url}/api/customers`)).status).toBe(200);
      const page = await fetch(served.url, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    } finally {
      expect(await served.stop()).toBe(0);
    }
    // The control: a package that is missing stops the server.
    rmSync(join(root, 'node_modules/express'), { recursive: true });
    await expect(serve(root, env)).rejects.toThrow(/express/u);
  });
});

/** The size of a folder on the disk. */
async function megabytes(folder: string): Promise<number> {
  return Number.parseInt(done(await run(['du', '-sm', folder], { cwd: folder })).stdout, 10);
}

/** Returns the warnings of tools, without npm warnings about the settings of this machine. */
function warningsIn(output: string): string[] {
  return output.split('\n').filter((line) => /\bwarn(ing)?\b/iu.test(line) && !/Unknown (user|env) config/u.test(line));
}
