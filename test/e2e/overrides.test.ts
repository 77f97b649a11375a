import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, noBrowser, openPage } from '../support/browser.ts';
import { genlock, repository, run } from '../support/cli.ts';
import { startDev } from '../support/dev-server.ts';
import { done, makeShop, pathWithoutOurs, serve, typecheck, type Shop } from '../support/shop.ts';

const component = 'client/overrides/components/PageHeader.tsx';
const page = 'client/overrides/pages/admin/customers/index.tsx';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
  write(
    component,
    `import type { ComponentProps } from 'react';
import { PageHeader as Generated } from '../../components/PageHeader';

export function PageHeader(props: ComponentProps<typeof Generated>) {
  return (
    <>
      <p>Header of the user</p>
      <Generated {...props} />
    </>
  );
}
`,
  );
  write(
    page,
    `import { PageHeader } from '@/components/PageHeader';

export default function Customers() {
  return <PageHeader title="Page of the user" />;
}
`,
  );
});
afterAll(() => shop.remove());

function write(path: string, text: string): void {
  mkdirSync(dirname(join(shop.root, path)), { recursive: true });
  writeFileSync(join(shop.root, path), text);
}

const script = (name: string) =>
  run(['npm', 'run', ...name.split(' ')], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } });

/** Returns the scripts of the built client. */
function builtScripts(): string {
  const folder = join(shop.root, 'dist/client/assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

test.for([typecheck, 'lint', 'format:check', 'build'])('passes %s', async (name) => {
  expect(done(await script(name)).code).toBe(0);
});

test('appears in the built application', async (context) => {
  const browser = (await launchBrowser()) ?? noBrowser(context);
  const server = await serve(shop.root, { NODE_ENV: 'development' });
  try {
    const { page: tab, complaints } = await openPage(browser, 1200);
    await tab.goto(`${server.url}/admin/customers`);
    await tab.getByRole('heading', { name: 'Page of the user' }).waitFor();
    expect(await tab.getByText('Header of the user').count()).toBe(1);
    expect(complaints).toEqual([]);
  } finally {
    await server.stop();
    await browser.close();
  }
});

test('appears in development, and the generated file returns after it is deleted', async (context) => {
  const browser = (await launchBrowser()) ?? noBrowser(context);
  const server = await startDev(shop.root);
  try {
    const { page: tab, complaints } = await openPage(browser, 1200);
    await tab.goto(`${server.url}/admin/customers`);
    await tab.getByRole('heading', { name: 'Page of the user' }).waitFor();
    expect(await tab.getByText('Header of the user').count()).toBe(1);
    expect(complaints).toEqual([]);
    const text = readFileSync(join(shop.root, page), 'utf8');
    rmSync(join(shop.root, page));
    await tab.getByRole('link', { name: 'New customer' }).waitFor();
    write(page, text);
    await tab.getByRole('heading', { name: 'Page of the user' }).waitFor();
  } finally {
    await server.stop();
    await browser.close();
  }
});

test('stays after changes of the project, and moves with a renamed entity', async () => {
  const steps = [
    ['add', join(repository, 'examples/plugins/guestbook'), '--yes'],
    ['sync', '--yes'],
    ['entity', 'rename', 'Customer', 'Client', '--yes'],
  ];
  const header = readFileSync(join(shop.root, component), 'utf8');
  const text = readFileSync(join(shop.root, page), 'utf8');
  for (const args of steps) expect(await genlock(args, { cwd: shop.root })).toMatchObject({ code: 0 });
  expect(readFileSync(join(shop.root, component), 'utf8')).toBe(header);
  const moved = 'client/overrides/pages/admin/clients/index.tsx';
  expect(readFileSync(join(shop.root, moved), 'utf8')).toBe(text);
  done(await script('build'));
  expect(builtScripts()).toContain('Page of the user');
});

test('without a generated file stops the build, with similar files', async () => {
  write('client/overrides/components/forms/PageHeader.tsx', 'export {};\n');
  const { code, stdout, stderr } = await script('build');
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/components\/forms\/PageHeader\.tsx replaces no file.*components\/PageHeader\.tsx/u);
});
