/** The effects that are repeated below a plan that is taller than the terminal. */
import { expect, test } from 'vitest';
import { changePreviewView } from '../../../src/ui/change.ts';
import { withConsentSummary } from '../../../src/ui/consent-summary.ts';
import { plain } from '../../../src/ui/style.ts';
import { stringWidth } from '../../../src/ui/text.ts';
import { change, names, payments, preview, screens } from './consent-previews.ts';
import { onPage } from './page.ts';

const many = preview(
  { ...payments, footprint: { ...payments.footprint, routes: names.map((name) => `GET /api/${name} public`) } },
  Array.from({ length: 300 }, (_, at) => change('create', `client/pages/a${at}.tsx`, 'payments')),
);

test('a plan that is taller than the terminal ends with the effects to check', async () => {
  const seen = onPage((screen) => {
    const text = changePreviewView(many, screen);
    const shown = withConsentSummary(text, many.plugins, { ...screen, height: 40 });
    expect(shown.startsWith(text)).toBe(true);
    return shown.slice(text.length).trimStart();
  });
  await expect(seen).toMatchFileSnapshot('cases/plan-summary.txt');
});

test.each(screens)('the summary of a tall plan has few lines: %s', (_, shown) => {
  for (const width of [80, 60]) {
    const all = withConsentSummary('', shown.plugins, { width, style: plain, height: 1 });
    expect(all.split('\n').length).toBeLessThan(30);
    for (const line of all.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

test.each([
  ['a short plan', { height: 4000 }],
  ['a file or a pipe', {}],
] as const)('no summary for %s', (_, height) => {
  const screen = { width: 80, style: plain, ...height };
  const text = changePreviewView(many, screen);
  expect(withConsentSummary(text, many.plugins, screen)).toBe(text);
});
