/** Tests the checks of pages themselves: each finds a fault. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import {
  accessibilityFaults,
  faultsByTheme,
  launchBrowser,
  layoutFaults,
  noBrowser,
  openPage,
} from '../support/browser.ts';

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => browser?.close());

/** Opens a page with a sticky header and this content. */
async function open(context: TestContext, content: string) {
  if (browser === undefined) noBrowser(context);
  const { page } = await openPage(browser, 375);
  context.onTestFinished(() => page.close());
  await page.setContent(`<!doctype html>
    <html lang="en">
      <title>Page</title>
      <style>
        body { margin: 0; background: white; color: black; }
        .dark body { background: #222; color: white; }
        header { position: sticky; top: 0; height: 40px; background: inherit; }
      </style>
      <header><button>Menu</button></header>
      <main>${content}</main>
    </html>`);
  return page;
}

test('accept a page without faults, also if it is scrolled', async (context) => {
  const page = await open(context, '<h1>Title</h1><p style="height: 2000px">Text</p>');
  await page.evaluate('scrollTo(0, 60)');
  expect(await page.evaluate('scrollY')).toBe(60);
  expect(await faultsByTheme(page)).toEqual([]);
});

test('find controls at the same place, and content that is too wide', async (context) => {
  const content = '<h1 style="margin: 0">Title</h1><a href="#" style="position: relative; top: -20px">Link</a>';
  expect(await layoutFaults(await open(context, content))).toEqual([expect.stringMatching(/^<h1.* over <a/u)]);
  const wide = await open(context, '<p style="width: 400px">Text</p>');
  expect(await layoutFaults(wide)).toEqual(['overflows by 25 px']);
});

test('find a control without a label', async (context) => {
  expect(await accessibilityFaults(await open(context, '<h1>Title</h1><input />'))).toEqual(['label']);
});

test('find text that is too dark for the dark theme', async (context) => {
  const page = await open(context, '<h1 style="color: black">Title</h1>');
  expect(await faultsByTheme(page)).toEqual(['dark: color-contrast']);
});
