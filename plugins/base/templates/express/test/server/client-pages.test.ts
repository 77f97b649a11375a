import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../server/app';

const chunk = (file: string, imports: readonly string[] = []) => ({ file, imports });

const manifest = {
  'index.html': { ...chunk('assets/main.js', ['_first.js']), isEntry: true },
  '_first.js': chunk('assets/first.js'),
  '_table.js': chunk('assets/table.js', ['_first.js']),
  'client/components/admin/AdminShell.tsx': chunk('assets/layout.js', ['_first.js']),
  'client/locales/en.ts': chunk('assets/en.js'),
  'client/locales/de.ts': chunk('assets/de.js'),
  'client/locales/shop/de.ts': chunk('assets/shop-de.js'),
  'client/pages/404.tsx': chunk('assets/404.js'),
  'client/pages/admin/[kind]/[id].tsx': chunk('assets/record.js', ['_table.js']),
  'client/pages/admin/[kind]/new.tsx': chunk('assets/new.js'),
  'client/overrides/pages/docs/[...path].tsx': chunk('assets/docs.js'),
  'client/pages/index.tsx': chunk('assets/home.js', ['index.html']),
};

const [style, script] = ['body{color:red}', 'let a = 1;'];
const html = `<html><head><script>${script}</script><style>${style}</style></head></html>`;

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.html'), html);
  server = createApp({ client: folder }).listen(0);
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

function open(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = server.address() as AddressInfo;
  const own = { accept: 'text/html', 'accept-language': 'en', ...headers };
  return fetch(`http://localhost:${port}${path}`, { headers: own });
}

async function linksOf(path: string, language = 'en'): Promise<string[]> {
  const page = await (await open(path, { 'accept-language': language })).text();
  return Array.from(
    page.matchAll(/<link [^>]*href="\/(?:assets\/)?([^"]+)">/g),
    ([, to = '']) => to,
  );
}

it('links to the scripts and the data of a page', async () => {
  expect(await linksOf('/')).toEqual(['home.js', 'en.js', 'api/admin/access']);
  const record = ['layout.js', 'record.js', 'table.js', 'en.js', 'api/admin'];
  expect(await linksOf('/admin/orders/7')).toEqual(record);
});

it('prefers a page with fixed names', async () => {
  expect(await linksOf('/admin/orders/new')).toContain('new.js');
  expect(await linksOf('/docs/a/b')).toContain('docs.js');
  expect(await linksOf('/nowhere')).toContain('404.js');
});

it('links to the messages in the language of the browser', async () => {
  expect(await linksOf('/', 'de-AT, en;q=0.5')).toEqual(
    expect.arrayContaining(['de.js', 'shop-de.js']),
  );
  expect(await linksOf('/', 'fr')).toContain('en.js');
  expect((await open('/')).headers.get('vary')).toContain('Accept-Language');
});

it('links to the messages in the language that the user selected', async () => {
  const select = async (cookie: string) => (await open('/', { cookie })).text();
  expect(await select('a=b; language=de')).toContain('/assets/de.js');
  const unknown = await select('language=fr"><script>');
  expect(unknown).toContain('/assets/en.js');
  expect(unknown).not.toContain('fr"');
});

it('allows the inline script and style by their hashes only', async () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
  const policy = (await open('/')).headers.get('content-security-policy');
  expect(policy).toContain(`script-src 'self' 'sha256-${hashOf(script)}'`);
  expect(policy).toContain(`style-src 'self' 'sha256-${hashOf(style)}'`);
  expect(policy).not.toContain('unsafe-inline');
});

it('confirms that a page has not changed', async () => {
  const { headers } = await open('/');
  expect(headers.get('cache-control')).toBe('no-cache');
  // Without its own value, `fetch` sends `no-cache`.
  const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
  expect((await open('/', known)).status).toBe(304);
  expect((await open('/', { ...known, 'accept-language': 'de' })).status).toBe(200);
});

it('does not send the manifest', async () => {
  expect(await (await open('/.vite/manifest.json')).text()).not.toContain('_first.js');
});
