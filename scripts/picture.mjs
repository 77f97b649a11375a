import { statSync, writeFileSync } from 'node:fs';

/**
 * Writes a screenshot of a page, and returns its size in bytes.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} file
 * @returns {Promise<number>}
 */
export async function writePicture(page, file) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  writeFileSync(file, data, 'base64');
  return statSync(file).size;
}
