/**
 * Prints the steps and the seconds that everyday tasks need in the admin area of the built shop. Needs `npm run build`
 * and Chromium. Each task starts on the dashboard, in a browser without a past, and fails if its result is wrong. With
 * `--peer`, performs the same tasks in Payload, each one right after ours.
 */
import type { Browser } from 'playwright-core';
import { run } from '../test/support/cli.ts';
import { launchBrowser, openPage } from '../test/support/browser.ts';
import { done, makeShop, pathWithoutOurs, serve } from '../test/support/shop.ts';
import { type Peer, signIn, startPeer } from './back-office-peer.ts';
import { peerTasks } from './back-office-peer-tasks.ts';
import { PeerUser } from './back-office-peer-user.ts';
import { User } from './back-office-user.ts';
import { tasks } from './back-office-tasks.ts';

/** The cost of a task. `undefined` if the result is wrong. */
type Cost = { readonly steps: number; readonly seconds: number } | undefined;

const browser = await launchBrowser();
if (browser === undefined) throw new Error('Chromium is needed: apt-get install chromium');
const peer = process.argv.includes('--peer') ? await startPeer() : undefined;
const shop = await makeShop();
done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } }));
// In production, the admin area needs an authentication plugin.
const served = await serve(shop.root, { NODE_ENV: 'development' });
const costs: { readonly ours: Cost; readonly theirs: Cost }[] = [];
console.log(`| task | steps | seconds |${peer ? ' Payload, steps | Payload, seconds |' : ''}`);
console.log(`|---|--:|--:|${peer ? '--:|--:|' : ''}`);
try {
  for (const [name, task] of Object.entries(tasks)) {
    const ours = await perform(browser, name, task);
    const theirs = peer && (await performInPeer(browser, name, peer));
    costs.push({ ours, theirs });
    print(name, [ours, ...(peer ? [theirs] : [])]);
  }
  print(`all ${costs.length} tasks`, [sum(costs.map(({ ours }) => ours))]);
  const both = costs.filter(({ theirs }) => theirs !== undefined);
  if (peer)
    print(`the ${both.length} tasks that both can do`, [
      sum(both.map(({ ours }) => ours)),
      sum(both.map(({ theirs }) => theirs)),
    ]);
} finally {
  await browser.close();
  await served.stop();
  await peer?.stop();
  shop.remove();
}

async function perform(browser: Browser, name: string, task: (typeof tasks)[string]): Promise<Cost> {
  const { page, complaints } = await openPage(browser, 1280);
  page.setDefaultTimeout(20_000);
  await page.goto(`${served.url}/admin`);
  await page.waitForLoadState('networkidle');
  const user = new User(page);
  const started = performance.now();
  const verify = await task(user, served.url);
  const seconds = (performance.now() - started) / 1000;
  await verify();
  // The browser logs the refused save of a conflict.
  const faults = complaints.filter((complaint) => !complaint.includes('status of 412'));
  if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`);
  await page.close();
  return { steps: user.steps, seconds };
}

async function performInPeer(browser: Browser, name: string, { url }: Peer): Promise<Cost> {
  const { context, api } = await signIn(browser, url);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${url}/admin`);
  await page.waitForLoadState('networkidle');
  const user = new PeerUser(page);
  const started = performance.now();
  try {
    const verify = await peerTasks[name]?.(user, api);
    const seconds = (performance.now() - started) / 1000 - user.idle;
    await verify?.();
    return { steps: user.steps, seconds };
  } catch (error) {
    console.error(`Payload, ${name}: ${String(error)}`);
    return undefined;
  } finally {
    await context.close();
  }
}

function print(name: string, cells: readonly Cost[]): void {
  const texts = cells.map((cost) => (cost ? `${cost.steps} | ${cost.seconds.toFixed(1)}` : 'no | no'));
  console.log(`| ${name} | ${texts.join(' | ')} |`);
}

function sum(costs: readonly Cost[]): Cost {
  const total = (of: (cost: NonNullable<Cost>) => number) =>
    costs.reduce((all, cost) => all + (cost ? of(cost) : 0), 0);
  return { steps: total(({ steps }) => steps), seconds: total(({ seconds }) => seconds) };
}
