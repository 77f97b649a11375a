// Writes the screenshots of docs/TOUR.md in docs/images: the terminal and the application, in the order of the tour.
// Needs `npm run build`, Chromium and tmux.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launchBrowser } from '../test/support/browser.ts';
import { genlock, repository, run } from '../test/support/cli.ts';
import { done, installPackages, pathWithoutOurs, serve } from '../test/support/shop.ts';
import { writePicture } from './picture.mjs';
import { terminalPage } from './terminal-page.mjs';

const password = 'A long password 1';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-tour-')));
const shop = join(folder, 'shop');

// With this link on the PATH, Genlock prints its commands as "genlock …".
symlinkSync(join(repository, 'bin/run.js'), join(folder, 'genlock'));
symlinkSync(join(repository, 'examples/plugins/page-views'), join(folder, 'page-views'));
const browser = await launchBrowser();
if (browser === undefined) throw new Error('Chromium is needed: apt-get install chromium');
const PATH = [folder, pathWithoutOurs()].join(delimiter);
const shell = ['env', '-u', 'CI', `PATH=${PATH}`, 'PS1=$ ', 'bash', '--norc'].map((word) => `'${word}'`).join(' ');
tmux('new-session', '-d', '-x', '80', '-y', '60', '-c', folder, shell);
try {
  await create();
  await addEntity();
  await addPlugin();
  await openApplication();
} finally {
  tmux('kill-server');
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Photographs the questions of `init`, and installs the project. */
async function create() {
  await shows(/^\$ $/u);
  type('genlock init shop --starter shop --auth jwt');
  await shows(/Which database/u, ['Enter']);
  await shows(/read and write records by default/u, ['Enter']);
  await shows(/first commit/u, ['Down', 'Enter']);
  await shows(/Install the packages now/u, ['Down', 'Enter']);
  await shows(/Write this\?/u);
  await photographTerminal('tour-init.webp');
  await shows(/Write this\?/u, ['y']);
  await shows(/Created .*\n[^]*\$ $/u);
  await installPackages(shop);
  done(await genlock(['db', 'migrate', 'dev', '--name', 'init'], { cwd: shop }));
}

/** Photographs the new entity in the terminal. */
async function addEntity() {
  type('cd shop; clear');
  await shows(/^\$ $/u);
  type("genlock entity add Review 'rating:Int!:min=1:max=5' text:Text 'product:Product!'");
  await shows(/Changed .*\n[^]*\$ $/u);
  await photographTerminal('tour-entity.webp');
  done(await genlock(['db', 'migrate', 'dev', '--name', 'add-review'], { cwd: shop }));
}

/** Photographs the consent screen of a plugin. */
async function addPlugin() {
  type('clear');
  await shows(/^\$ $/u);
  type('genlock add ../page-views');
  await shows(/Write this\?/u);
  await photographTerminal('tour-consent.webp');
  await shows(/Write this\?/u, ['n']);
}

/** Photographs the form of the new entity, as an administrator. */
async function openApplication() {
  const command = ['npm', 'run', 'task', '--', 'server/lib/auth/create-admin.ts', 'admin@example.com'];
  done(await run(command, { cwd: shop, env: { PATH: pathWithoutOurs() }, input: `${password}\n` }));
  done(await run(['npm', 'run', 'build'], { cwd: shop, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } }));
  const served = await serve(shop, { NODE_ENV: 'development' });
  try {
    await photographApplication(served.url);
  } finally {
    await served.stop();
  }
}

/** @param {string} url */
async function photographApplication(url) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 }, locale: 'en-US', timezoneId: 'UTC' });
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail address').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await page.goto(`${url}/admin/reviews/new`);
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Rating').fill('5');
  await page.getByLabel('Text').fill('Arrived on time, and it works.');
  await writePicture(page, join(repository, 'docs/images/tour-form.webp'));
  await page.close();
}

/** @param {string} file */
async function photographTerminal(file) {
  const page = await browser.newPage({ viewport: { width: 760, height: 200 }, deviceScaleFactor: 1.5 });
  await page.setContent(terminalPage(tmux('capture-pane', '-p', '-e')));
  const box = await page.locator('pre').boundingBox();
  await page.setViewportSize({ width: Math.ceil(box?.width ?? 760), height: Math.ceil(box?.height ?? 200) });
  await writePicture(page, join(repository, 'docs/images', file));
  await page.close();
}

/** @param {string} command */
function type(command) {
  tmux('send-keys', '-l', command);
  tmux('send-keys', 'Enter');
}

/**
 * Waits until the screen matches a pattern, then presses keys.
 *
 * @param {RegExp} wanted
 * @param {string[]} keys
 */
async function shows(wanted, keys = []) {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    if (
      wanted.test(
        tmux('capture-pane', '-p', '-J')
          .trimEnd()
          .replace(/(?<=^|\n)\$$/u, '$ '),
      )
    ) {
      for (const key of keys) tmux('send-keys', key);
      return;
    }
    await wait(50);
  }
  throw new Error(`The terminal never showed ${wanted}:\n${tmux('capture-pane', '-p')}`);
}

/** @param {string[]} words */
function tmux(...words) {
  return spawnSync('tmux', ['-L', `genlock-tour-${process.pid}`, '-f', '/dev/null', ...words], { encoding: 'utf8' })
    .stdout;
}
