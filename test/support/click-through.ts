import type { Browser } from 'playwright-core';
import { openPage } from './browser.ts';

/**
 * Visits the pages of the sample shop as a person does: start page, settings, list, record and forms.
 *
 * @returns errors and warnings of the console, errors of scripts, requests that failed, and page loads besides the first
 */
export async function clickThroughShop(browser: Browser, url: string): Promise<readonly string[]> {
  const { page, complaints } = await openPage(browser, 1280);
  const faults: string[] = [];
  let loads = 0;
  page.on('load', () => (loads += 1));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // React cancels the requests of a component that is unmounted.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()}: ${response.status()}`);
  });
  try {
    await page.goto(url);
    await page.getByRole('link', { name: 'Open the admin area' }).click();
    const menu = page.getByRole('navigation', { name: 'Admin' });
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await menu.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('rowheader').first().getByRole('link').click();
    await page.getByRole('term').filter({ hasText: 'Email' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Email').waitFor();
    await menu.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: 'New Order' }).click();
    await page.getByLabel('Reference').waitFor();
    // An untouched form has no changes to ask about.
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    if (loads > 1) faults.push(`${loads - 1} unexpected page loads`);
    return [...complaints, ...faults];
  } finally {
    await page.close();
  }
}
