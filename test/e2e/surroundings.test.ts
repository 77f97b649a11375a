/** A generated project works the same in any folder: the folders above it do not change what its tools do. */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { genlock, run } from '../support/cli.ts';
import { clickThroughShop } from '../support/click-through.ts';
import { freePort } from '../support/free-port.ts';
import { done, makeShop, pathWithoutOurs, serve, type Shop } from '../support/shop.ts';

let shop: Shop;
/** The folder around the project: a git repository and npm workspace whose packages the project uses. */
let outer: string;
/** The project inside it. */
let inner: string;
/** The stylesheet that was built before the project moved. */
let builtAlone: string;

beforeAll(async () => {
  shop = await makeShop();
  await script(shop.root, 'build');
  builtAlone = stylesheet(shop.root);
  outer = join(dirname(shop.root), 'Ünï cödé (wörk) space');
  inner = join(outer, 'apps/shop');
  mkdirSync(dirname(inner), { recursive: true });
  renameSync(shop.root, inner);
  renameSync(join(inner, 'node_modules'), join(outer, 'node_modules'));
  for (const [name, content] of Object.entries(outerFiles)) writeFileSync(join(outer, name), content);
  done(await run(['git', 'init', '--quiet'], { cwd: outer }));
});
afterAll(() => shop.remove());

const broken = 'throw new Error("the configuration of the outer folder is used");\n';
const outerFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ private: true, type: 'commonjs', workspaces: ['apps/*'] }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { types: ['missing'], paths: { '@/*': ['./missing/*'] } } }),
  '.oxlintrc.json': JSON.stringify({ categories: { restriction: 'error', style: 'error' } }),
  '.oxfmtrc.json': JSON.stringify({ semi: false, printWidth: 40 }),
  '.prettierrc': JSON.stringify({ semi: false, printWidth: 40 }),
  '.prettierignore': 'client\n',
  '.editorconfig': 'root = true\n[*]\nindent_style = tab\n',
  '.env': 'DATABASE_URL=postgresql://localhost/outer\nPORT=1\nLOG_LEVEL=unknown\n',
  'vite.config.ts': broken,
  'vitest.config.ts': broken,
  'postcss.config.js': broken,
  'prisma.config.ts': broken,
  'tailwind.config.js': broken,
};

async function script(cwd: string, name: string): Promise<string> {
  const env = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined };
  const { stdout } = done(await run(['npm', 'run', name], { cwd, env }));
  return stdout;
}

function stylesheet(root: string): string {
  const html = readFileSync(join(root, 'dist/client/index.html'), 'utf8');
  const [, style] = /<style>([^]*?)<\/style>/u.exec(html) ?? [];
  if (style === undefined) throw new Error('the page has no style sheet');
  return style;
}

test.for(['lint', 'format:check', 'typecheck'])('%s passes in a workspace with other settings', async (name) => {
  const output = await script(inner, name);
  expect(output).not.toContain('on 0 files');
});

test('the commands of Genlock work in a workspace', async () => {
  done(await genlock(['db', 'migrate', 'dev', '--name', 'again'], { cwd: inner }));
  expect(done(await genlock(['verify'], { cwd: inner })).code).toBe(0);
});

test('the tests of the project run in a workspace', async () => {
  const env = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined };
  const command = ['npm', 'test', '--', 'test/server/app.test.ts', 'test/client/fields.test.tsx'];
  expect(done(await run(command, { cwd: inner, env })).code).toBe(0);
});

test('the build is the same in a folder that git ignores, and its server starts', async () => {
  writeFileSync(join(outer, '.gitignore'), 'apps/\nclient/\n*.tsx\n');
  await script(inner, 'build');
  expect(stylesheet(inner)).toBe(builtAlone);
  const served = await serve(inner);
  const page = await fetch(`${served.url}/admin`, { headers: { accept: 'text/html' } });
  const records = await fetch(`${served.url}/api/customers`);
  expect([page.status, records.status, await served.stop()]).toEqual([200, 200, 0]);
});

test('the development server is ready when it prints its address, in a folder that git ignores', async (context) => {
  const browser = await launchBrowser();
  if (browser === undefined) noBrowser(context);
  context.onTestFinished(() => browser.close());
  writeFileSync(join(outer, '.gitignore'), 'apps/\n');
  const port = await freePort();
  const env = { ...process.env, PATH: pathWithoutOurs(), PORT: String(port), NODE_ENV: undefined, NO_COLOR: '1' };
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn('npm', ['run', 'dev'], { cwd: inner, env, stdio: [...stdio], detached: true });
  const ended = once(child, 'exit');
  context.onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://localhost:${port}/`;
  while (!output.includes(url)) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Every package for the browser is bundled, so no page makes Vite bundle again and reload.
  const bundled = optimizedPackages();
  expect(bundled).toContain('react-hook-form');
  expect(await clickThroughShop(browser, url)).toEqual([]);
  expect(optimizedPackages()).toEqual(bundled);
});

function optimizedPackages(): readonly string[] {
  const metadata = readFileSync(join(inner, 'node_modules/.vite/deps/_metadata.json'), 'utf8');
  return Object.keys((JSON.parse(metadata) as { optimized: Record<string, unknown> }).optimized);
}

test('without named sources the stylesheet has classes of packages, in a folder that git ignores', async () => {
  const folder = join(outer, 'apps/small');
  const classes = { 'client/App.tsx': 'm-[11px]', 'node_modules/x/index.js': 'm-[22px]' };
  for (const [path, name] of Object.entries(classes)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export const name = '${name}';\n`);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(outer, '.gitignore'), 'apps/\n');
  symlinkSync(join(outer, 'node_modules/tailwindcss'), join(folder, 'node_modules/tailwindcss'));
  writeFileSync(
    join(folder, 'vite.config.js'),
    `import tailwindcss from '@tailwindcss/vite';
export default { plugins: [tailwindcss()], css: { postcss: {} }, build: { rolldownOptions: { input: 'client/styles.css' } } };
`,
  );
  const source = readFileSync(join(inner, 'client/styles.css'), 'utf8').replaceAll(/@import '\.[^;]*;/gu, '');
  const build = async (text: string) => {
    writeFileSync(join(folder, 'client/styles.css'), text);
    const env = { PATH: pathWithoutOurs() };
    done(await run([join(outer, 'node_modules/.bin/vite'), 'build'], { cwd: folder, env }));
    const assets = join(folder, 'dist/assets');
    const css = readFileSync(join(assets, readdirSync(assets)[0] ?? 'missing'), 'utf8');
    rmSync(assets, { recursive: true });
    return ['11px', '22px'].filter((size) => css.includes(size));
  };
  expect(await build(source)).toEqual(['11px']);
  expect(await build(source.replace(' source(none)', '').replaceAll(/@source [^;]*;/gu, ''))).toEqual(['11px', '22px']);
});
