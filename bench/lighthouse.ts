/**
 * Prints Lighthouse's scores for pages of the built shop, each on a phone and on a desktop. Needs `npm run build` and
 * Chromium. `node bench/lighthouse.ts 5` measures each page five times and prints medians.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../test/support/cli.ts';
import { addressOf } from '../test/support/shop-pages.ts';
import { done, makeShop, pathWithoutOurs, serve } from '../test/support/shop.ts';
import { median } from './measure.ts';

/** Scores from 0 to 1. */
interface Report {
  readonly lhr: { readonly categories: Readonly<Record<string, { readonly score: number | null }>> };
}

type Lighthouse = (url: string, flags: object, config?: object) => Promise<Report | undefined>;

interface Launcher {
  launch(options: object): Promise<{ readonly port: number; kill(): void }>;
}

const rounds = Number(process.argv[2] ?? 3);
const version = '13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const pages = ['/', '/admin', '/admin/orders', '/admin/orders/:id', '/admin/orders/new'];
const tool = join(tmpdir(), 'genlock-bench-lighthouse');

if (!existsSync(join(tool, 'node_modules', 'lighthouse'))) {
  mkdirSync(tool, { recursive: true });
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${version}`];
  execFileSync('npm', install, { cwd: tool, stdio: 'inherit' });
}
const load = createRequire(join(tool, 'package.json'));
const { default: lighthouse, desktopConfig }: { default: Lighthouse; desktopConfig: object } = load('lighthouse');
const launcher: Launcher = load('chrome-launcher');
const devices = [
  { device: 'phone', config: undefined },
  { device: 'desktop', config: desktopConfig },
];

const shop = await makeShop();
done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } }));
// In production, the admin area needs an authentication plugin.
const served = await serve(shop.root, { NODE_ENV: 'development' });
const chrome = await launcher.launch({
  chromePath: ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
});
console.log(`Lighthouse ${version}, medians of ${rounds} rounds, out of 100\n`);
console.log(`| page | device | ${categories.join(' | ')} |\n|---|---|${categories.map(() => '--:|').join('')}`);
try {
  for (const page of pages) {
    for (const { device, config } of devices) await measure(page, { device, config });
  }
} finally {
  chrome.kill();
  await served.stop();
  shop.remove();
}

async function measure(page: string, { device, config }: (typeof devices)[number]): Promise<void> {
  const address = await addressOf(served.url, page);
  const scores = new Map<string, number[]>(categories.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const report = await lighthouse(address, { port: chrome.port, onlyCategories: categories }, config);
    for (const name of categories) scores.get(name)?.push(report?.lhr.categories[name]?.score ?? 0);
  }
  const cells = categories.map((name) => (median(scores.get(name) ?? []) * 100).toFixed(0));
  console.log(`| ${page} | ${device} | ${cells.join(' | ')} |`);
}
