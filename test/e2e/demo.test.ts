import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, noBrowser } from '../support/browser.ts';
import { repository, run } from '../support/cli.ts';
import { clickThroughShop } from '../support/click-through.ts';
import { freePort } from '../support/free-port.ts';
import { oldestNode } from '../support/nodes.ts';
import { done, installPackages, pathWithoutOurs } from '../support/shop.ts';

let clone: string;
beforeAll(async () => {
  clone = await freshClone();
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Creates a git repository with the built files of Genlock, its packages and the packages of the shop. */
async function freshClone(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-demo-')));
  const left = new Set(['.demo', '.git', 'bench', 'coverage', 'docs', 'node_modules', 'test']);
  const filter = (path: string) => !left.has(relative(repository, path));
  cpSync(repository, folder, { recursive: true, filter });
  done(await run(['git', 'init', '--quiet'], { cwd: folder }));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  // The lockfile counts as older than the packages. Otherwise the demo installs them again, through the link.
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  const shop = join(folder, '.demo/shop');
  const config = join(folder, 'examples/shop/genlock.json');
  done(await run(['node', 'bin/run.js', 'init', shop, '--config', config, '--yes'], { cwd: folder }));
  await installPackages(shop);
  // Without this record the demo installs the packages again, which takes seconds because they exist.
  rmSync(join(shop, 'node_modules/.package-lock.json'));
  return folder;
}

interface Demo {
  readonly url: string;
  /** Everything that was printed before the URL, and the URL. */
  readonly output: string;
  /** Ctrl-C; resolves when no process of the demo answers. */
  readonly interrupt: () => Promise<void>;
}

/** Runs the README's first command until it reports the URL of the shop. */
async function startDemo(): Promise<Demo> {
  const port = await freePort();
  // The oldest Node that the demo supports, if this machine has that version.
  const path = oldestNode()?.path ?? pathWithoutOurs();
  const child = spawn('npm', ['run', 'demo'], {
    cwd: clone,
    env: { ...process.env, PATH: path, PORT: String(port), npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const url = `http://localhost:${port}`;
  while (!output.includes(url)) {
    if (child.exitCode !== null) throw new Error(`the demo ended:\n${output}`);
    await pause();
  }
  const interrupt = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
    // The server is a grandchild of npm and can be the last process to end.
    while (await answers(`${url}/healthz`)) await pause();
  };
  return { url, output, interrupt };
}

/** Classes of a stylesheet that no file of the shop contains: those that Tailwind found in other folders. */
function unknownClasses(css: string): readonly string[] {
  const shop = join(clone, '.demo/shop');
  const files = ['client', 'shared'].flatMap((folder) =>
    readdirSync(join(shop, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(shop, folder, path)),
  );
  const text = [...files, join(shop, 'index.html')]
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const classes = [...css.matchAll(/^\s*\.([\w-]+) \{/gmu)].flatMap(([, name = '']) => name);
  expect(classes).toContain('flex');
  return classes.filter((name) => !text.includes(name)).slice(0, 10);
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

test('npm run demo in a fresh clone prints the URL of a shop that works in a browser', async (context) => {
  const browser = await launchBrowser();
  if (browser === undefined) noBrowser(context);
  context.onTestFinished(() => browser.close());
  const demo = await startDemo();
  try {
    // The first requests after the URL is printed succeed.
    const page = await fetch(demo.url, { headers: { accept: 'text/html' } });
    const orders = await fetch(`${demo.url}/api/orders`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/client/main.tsx')]);
    expect(await orders.json()).toHaveLength(50);
    expect(await clickThroughShop(browser, demo.url)).toEqual([]);
    const styles = await fetch(`${demo.url}/client/styles.css`, { headers: { accept: 'text/css' } });
    expect(unknownClasses(await styles.text())).toEqual([]);
  } finally {
    await demo.interrupt();
  }
});

test('a second npm run demo starts without the steps of the first', async () => {
  const demo = await startDemo();
  await demo.interrupt();
  expect(demo.output).toContain('Start the shop');
  expect(demo.output).not.toMatch(/Install|Build|Create/u);
});
