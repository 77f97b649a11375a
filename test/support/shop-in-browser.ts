/** A built shop that runs in production, and a browser for its pages. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { launchBrowser, noBrowser, openPage } from './browser.ts';
import { run } from './cli.ts';
import { addressOf } from './shop-pages.ts';
import { done, makeShop, pathWithoutOurs, serve, type Served, type Shop } from './shop.ts';

/** Builds and starts the shop before the tests of a file. Returns functions that open its pages or start it again. */
export function useShopInBrowser() {
  let shop: Shop | undefined;
  let served: Served | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
    if (browser === undefined) return;
    shop = await makeShop();
    done(await run(['npm', 'run', 'build'], { cwd: shop.root, env: { PATH: pathWithoutOurs() } }));
    served = await serve(shop.root);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    shop?.remove();
  });

  /** Pages by width. */
  const shared = new Map<number, Page>();

  return {
    /** Starts the shop again, with other variables. Tests call it after a page of the shop was opened. */
    serveAgain: (env: Record<string, string>): Promise<Served> => {
      if (shop === undefined) throw new Error('The shop is not built.');
      return serve(shop.root, env);
    },

    /** Shows a path in the page for a width, which all tests share. They must only look at it. */
    look: async (context: TestContext, width: number, path: string): Promise<Page> => {
      if (browser === undefined || served === undefined) noBrowser(context);
      const page = shared.get(width) ?? (await openPage(browser, width)).page;
      shared.set(width, page);
      await page.goto(await addressOf(served.url, path));
      await page.waitForLoadState('networkidle');
      return page;
    },

    /** Opens a new page at a width, and a path of the application. `complaints` are errors of the console and of requests. */
    open: async (context: TestContext, width: number, path?: string) => {
      if (browser === undefined || served === undefined) noBrowser(context);
      const { page, complaints } = await openPage(browser, width);
      context.onTestFinished(() => page.close());
      const { url } = served;
      if (path !== undefined) await page.goto(`${url}${path}`);
      return { page, complaints, url };
    },
  };
}
