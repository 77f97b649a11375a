// Writes the screenshots in docs/images: pages of the starters, with the same records and the same time in every run.
// Needs `npm run build` and Chromium.
import { join } from 'node:path';
import { launchBrowser } from '../test/support/browser.ts';
import { repository, run } from '../test/support/cli.ts';
import { addressOf } from '../test/support/shop-pages.ts';
import { done, makeShop, pathWithoutOurs, serve } from '../test/support/shop.ts';
import { writePicture } from './picture.mjs';

const now = Date.UTC(2026, 2, 2, 12);
/** A module that sets the clock of the seed, in a form for NODE_OPTIONS. */
const clock = `data:text/javascript,${encodeURIComponent(`const Real = Date;
const offset = ${now} - Real.now();
globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length > 0) super(...parts);
    else super(Real.now() + offset);
  }
  static now() {
    return Real.now() + offset;
  }
};`)}`;

/** @type {{ look: string, width: number, height: number, colorScheme: 'light' | 'dark', pages: string[] }[]} */
const looks = [
  { look: 'light', width: 1200, height: 750, colorScheme: 'light', pages: ['home', 'dashboard', 'list', 'record'] },
  { look: 'dark', width: 1200, height: 750, colorScheme: 'dark', pages: ['dashboard', 'list'] },
  { look: 'phone', width: 390, height: 750, colorScheme: 'light', pages: ['home', 'list', 'record'] },
];
const starters = [
  { starter: 'shop', main: 'orders' },
  { starter: 'blog', main: 'posts' },
  { starter: 'helpdesk', main: 'tickets' },
];

const folder = join(repository, 'docs/images');
const browser = await launchBrowser();
if (browser === undefined) throw new Error('Chromium is needed: apt-get install chromium');
let bytes = 0;
try {
  for (const { starter, main } of starters) await photographStarter(starter, main);
} finally {
  await browser.close();
}
console.log(`${(bytes / 1e6).toFixed(2)} MB`);

/**
 * @param {string} starter
 * @param {string} main the route of its main entity
 */
async function photographStarter(starter, main) {
  const project = await makeShop(['--starter', starter], { NODE_OPTIONS: `--import=${clock}` }, starter);
  const env = { PATH: pathWithoutOurs(), NODE_ENV: undefined };
  done(await run(['npm', 'run', 'build'], { cwd: project.root, env }));
  // In production, the admin area needs an authentication plugin.
  const served = await serve(project.root, { NODE_ENV: 'development' });
  /** @type {Record<string, string>} */
  const addresses = {
    home: served.url,
    dashboard: `${served.url}/admin`,
    list: `${served.url}/admin/${main}`,
    record: await addressOf(served.url, `/admin/${main}/:id`),
  };
  try {
    for (const { look, width, height, colorScheme, pages } of looks) {
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme,
        locale: 'en-US',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      await page.clock.setFixedTime(now);
      for (const name of pages) {
        await page.goto(addresses[name] ?? '');
        await page.waitForLoadState('networkidle');
        await page.getByRole('heading', { level: 1 }).waitFor();
        bytes += await writePicture(page, join(folder, `${starter}-${name}-${look}.webp`));
      }
      await page.close();
    }
  } finally {
    await served.stop();
    project.remove();
  }
}
