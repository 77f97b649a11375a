/** Tools that run the payload of a vehicle without a guard. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { build, loadConfigFromFile } from 'vite';
import type { TestContext } from 'vitest';
import { launchBrowser, noBrowser } from '../../support/browser.ts';
import { repository } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { viteServer } from '../../support/vite.ts';
import { isReadByTailwind, tailwindModules } from '../tailwind.ts';

type Files = Readonly<Record<string, string>>;

/** Returns whether a tool runs the files. The tool starts with the first file. */
type Run = (files: Files, context: TestContext) => boolean | Promise<boolean>;

const mark = 'payload ran';
/** Time for a page to run the payload. */
const patienceMs = 20_000;
const firstOf = (files: Files): string => Object.keys(files)[0] ?? '';

/** Runs a program in a folder and returns whether the payload printed its mark. */
function prints(root: string, [program = '', ...args]: readonly string[]): boolean {
  const { stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return stdout.includes(mark);
}

/** Does an action in this process and returns whether the payload stored a value. */
async function stores(action: () => Promise<unknown>): Promise<boolean> {
  Reflect.deleteProperty(globalThis, 'payload');
  await action();
  return 'payload' in globalThis;
}

export const loaders = {
  node: (files) => prints(placed(files), [process.execPath, firstOf(files)]),
  vite: async (files) => {
    await using server = await viteServer(placed(files));
    return await stores(() => server.vite.ssrLoadModule(`/${firstOf(files)}`));
  },
  'vite configuration': async (files) => {
    const root = placed(files);
    return stores(() => loadConfigFromFile({ command: 'build', mode: 'test' }, join(root, firstOf(files))));
  },
  /** Vite requires the preprocessor, which is not installed here. */
  'vite preprocessor': async (files) => {
    await using server = await viteServer(placed(files));
    return await server.vite.ssrLoadModule(`/${firstOf(files)}`).then(
      () => false,
      (error: unknown) => /Preprocessor dependency "\w+" not found/u.test(String(error)),
    );
  },
  /** A build contains the content of the project's `.env`. */
  'vite secret': async (files) => {
    const secret = 'SECRET=payload\n';
    const root = placed({ ...files, '.env': secret });
    const built = await build({
      ...{ root, configFile: false, logLevel: 'silent' },
      build: { write: false, rolldownOptions: { input: join(root, firstOf(files)) } },
    });
    return JSON.stringify(built).includes(Buffer.from(secret).toString('base64'));
  },
  vitest: (files) => {
    const program = join(repository, 'node_modules/vitest/vitest.mjs');
    return prints(placed(files), [process.execPath, program, 'run', '--globals', '--reporter', 'verbose']);
  },
  tailwind: async (files) =>
    (await tailwindModules(files, firstOf(files))).some((module) => Object.hasOwn(files, module)),
  'tailwind source': (files) => isReadByTailwind({ payload: files }),
  npm: (files) => prints(dirname(join(placed(files), firstOf(files))), ['npm', 'install', '--offline']),
  /** Git runs a filter of the user's configuration. */
  git: (files) => {
    const root = placed({ ...files, file: '' });
    for (const args of [['init'], ['-c', 'filter.a.clean=touch ran', 'add', 'file']])
      spawnSync('git', args, { cwd: root });
    return existsSync(join(root, 'ran'));
  },
  browser: async (files, context) => (await runsInBrowser(files)) ?? noBrowser(context),
} satisfies Readonly<Record<string, Run>>;

export type Loader = keyof typeof loaders;

/** Opens the first file in a browser. `undefined` if no browser is installed. */
async function runsInBrowser(files: Files): Promise<boolean | undefined> {
  await using browser = await launchBrowser();
  if (browser === undefined) return undefined;
  const first = firstOf(files);
  const page = first.endsWith('.css')
    ? `<link rel="stylesheet" href="/${first}"><input value="a">`
    : `<script type="module" src="/${first}"></script>`;
  await using server = await viteServer(placed({ ...files, 'index.html': page }));
  const site = createServer(server.vite.middlewares).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const context = await browser.newContext();
  await context.route('http*://evil.dev/**', (route) => route.abort());
  const { promise: ran, resolve } = Promise.withResolvers<boolean>();
  context.on('dialog', () => resolve(true));
  context.on('console', (message) => message.text() === mark && resolve(true));
  context.on('request', (request) => new URL(request.url()).host === 'evil.dev' && resolve(true));
  // Playwright also reports workers that the browser refuses by their type.
  context.on('serviceworker', (worker) => {
    void worker.evaluate("globalThis.payload === 'ran'").then(
      (hasRun) => hasRun === true && resolve(true),
      () => undefined,
    );
  });
  const timer = setTimeout(() => resolve(false), patienceMs);
  const tab = await context.newPage();
  const path = first.startsWith('public/') ? first.slice('public'.length) : '/';
  // A dialog stops the page until the browser is closed.
  void tab.goto(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  const hasRun = await ran;
  clearTimeout(timer);
  site.close();
  return hasRun;
}

function placed(files: Files): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
