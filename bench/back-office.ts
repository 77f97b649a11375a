/**
 * Prints the steps and the seconds that everyday tasks need in the admin area of the built shop. Needs `npm run build`
 * and Chromium. Each task starts on the dashboard, in a browser without a past, and fails if its result is wrong.
 */
import { run } from '../test/support/cli.ts';
import { launchBrowser, openPage } from '../test/support/browser.ts';
import { done, makeShop, pathWithoutOurs, serve } from '../test/support/shop.ts';
import { User } from './back-office-user.ts';
import { tasks } from './back-office-tasks.ts';

const browser = await launchBrowser();
if (browser === undefined) throw new Error('Chromium is needed: apt-get install chromium');
const shop = await makeShop();
done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs(), NODE_ENV: undefined } }));
// In production, the admin area needs an authentication plugin.
const served = await serve(shop.root, { NODE_ENV: 'development' });
const total = { steps: 0, seconds: 0 };
console.log('| task | steps | seconds |\n|---|--:|--:|');
try {
  for (const [name, task] of Object.entries(tasks)) {
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
    console.log(`| ${name} | ${user.steps} | ${seconds.toFixed(1)} |`);
    total.steps += user.steps;
    total.seconds += seconds;
  }
  console.log(`| all ${Object.keys(tasks).length} tasks | ${total.steps} | ${total.seconds.toFixed(1)} |`);
} finally {
  await browser.close();
  await served.stop();
  shop.remove();
}
