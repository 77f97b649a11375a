import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { notVerified } from './not-verified.ts';

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
/**
 * Timeout for each action on a page or the browser, in milliseconds. The value is high because other tests run
 * concurrently.
 */
export const patience = 120_000;
/** A script for the page; gives the pairs of controls that cover the same place. */
const overlaps = readFileSync(join(import.meta.dirname, 'overlaps.js'), 'utf8');

/** Launches the system's Chromium. `undefined` if it is not installed. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (executable === undefined) return undefined;
  return chromium.launch({
    executablePath: executable,
    timeout: patience,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  });
}

/** Ends the test as not verified on a machine without a browser. */
export function noBrowser(context: TestContext): never {
  return notVerified(context, { reason: 'no Chromium', remedy: 'apt-get install chromium' });
}

/** A page, and what its console and its scripts complain about from now on. */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** A page at a width, in a browser without a past that prefers a language. */
export async function openPage(browser: Browser, width: number, locale = 'en-US'): Promise<OpenPage> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, locale });
  page.setDefaultTimeout(patience);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** The themes of a generated application. */
export const themes = ['light', 'dark'] as const;

/**
 * Shows the open page in a theme without loading it again. Sets the class that the page's own script sets, and ends the
 * transitions to the other colours.
 */
async function showTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.evaluate(`document.documentElement.classList.toggle('dark', ${String(theme === 'dark')});
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();`);
}

/**
 * Returns elements that overflow the page or overlap each other. Scrolls to the top first, because the sticky header
 * covers controls of a scrolled page, and a page that focuses its alert can be scrolled.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [...(overflow > 0 ? [`overflows by ${overflow} px`] : []), ...(await page.evaluate<string[]>(overlaps))];
}

/**
 * Checks layout and accessibility in each theme, and returns the faults.
 *
 * @param show is called with each theme before the page is checked
 */
export async function faultsByTheme(
  page: Page,
  show: (theme: (typeof themes)[number]) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await showTheme(page, theme);
    await show(theme);
    const faults = [...(await layoutFaults(page)), ...(await accessibilityFaults(page))];
    found.push(...faults.map((fault) => `${theme}: ${fault}`));
  }
  return found;
}

/** The rules of axe-core that the page breaks, those of serious or critical impact. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id }) => id))`);
}

/** Where screenshots go for people to look at; nowhere if it isn't set. */
const screenshots = process.env['GENLOCK_SCREENSHOTS'];

/** Takes a screenshot of the whole page. Slashes and other signs in the name become hyphens. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  const file = `${name.replaceAll(/\W+/gu, '-').replace(/^-/u, '')}.png`;
  await page.screenshot({ path: join(screenshots, file), fullPage: true });
}

/** Returns the name of the focused control. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`,
  );
}

/** Presses Tab until a control of this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Returns the focused control if the header covers a part of it, or an empty string. */
export function focusedBelowHeader(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement } = document;
    const header = document.querySelector('header');
    const isCovered = activeElement.getBoundingClientRect().top < header.getBoundingClientRect().bottom;
    return isCovered && !header.contains(activeElement) ? activeElement.outerHTML : '';
  })()`);
}
