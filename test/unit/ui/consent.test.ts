/** The consent screen, which must show all consequences of the change. */
import { expect, test } from 'vitest';
import { isPrintable } from '../../../src/errors/printable.ts';
import type { ChangeResult } from '../../../src/engine/change.ts';
import type { PluginChange } from '../../../src/engine/plugin-change.ts';
import { changedView, changePreviewView } from '../../../src/ui/change.ts';
import { plain } from '../../../src/ui/style.ts';
import { stringWidth } from '../../../src/ui/text.ts';
import { change, finding, greeting, payments, preview, screens, user } from './consent-previews.ts';
import { onPage } from './page.ts';
import { noFootprint } from '../../support/code-amounts.ts';

test.each(screens)('the plan: %s', async (name, shown) => {
  const seen = onPage((screen) => changePreviewView(shown, screen));
  await expect(seen).toMatchFileSnapshot(`cases/plan-${name.replaceAll(' ', '-')}.txt`);
});

test.each(screens)('every fact is on a screen of 80 and of 40 columns: %s', (_, shown) => {
  for (const width of [80, 40]) {
    const text = changePreviewView(shown, { width, style: plain });
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    const bare = text.replaceAll(/\s+/gu, '');
    for (const { path, added, removed } of shown.plugins.flatMap(({ changedCode = [] }) => changedCode)) {
      expect(bare).toContain(`${path}+${added}−${removed}`);
    }
    for (const { growth, footprint, change: what } of shown.plugins) {
      const { models, providers, settings, routes } =
        growth?.footprint ?? (what === 'updated' ? noFootprint : footprint);
      for (const fact of [...models, ...providers, ...settings, ...routes.map((route) => route.split(' ')[1] ?? '')]) {
        expect(bare).toContain(fact);
      }
    }
    for (const { path } of shown.plan.changes) expect(bare).toContain(path);
  }
});

const gone: PluginChange = { ...payments, change: 'removed', asks: false, extends: [], variables: {}, findings: [] };
const removed: ChangeResult = {
  ...preview(gone, [change('update', 'package.json'), change('delete', 'client/components/Stripe.tsx', 'payments')]),
  ...{
    status: 'changed',
    healed: 'none',
    repaired: [],
    project: { name: 'shop', root: '/home/ada/shop', database: 'relational' },
  },
  models: [{ ...user, come: [], go: user.come }],
  left: { models: ['Payment', 'Refund'], columns: ['User.stripeId'], variables: ['PAYMENTS_API_KEY'] },
  steps: [
    { command: 'pnpm install', reason: 'The packages have changed.' },
    {
      command: 'genlock db migrate dev --name remove-payments',
      reason: 'Drops the remaining tables and columns, after a prompt.',
    },
  ],
};

test.each<readonly [string, Partial<ChangeResult>]>([
  ['tables left', {}],
  ['collections left', { project: { ...removed.project, database: 'document' }, steps: [] }],
  [
    'edited files',
    {
      plan: {
        ...removed.plan,
        conflicts: [{ path: 'server/lib/payments/client.ts', owner: 'payments', reason: 'deleted' }],
      },
      ...{ models: [], left: { models: [], columns: [], variables: [] }, steps: [] },
    },
  ],
])('after a remove: %s', async (name, more) => {
  const result = { ...removed, ...more };
  const seen = onPage((screen) => changedView({ result, cwd: '/home/ada', previewed: false }, screen));
  await expect(seen).toMatchFileSnapshot(`cases/remove-${name.replaceAll(' ', '-')}.txt`);
});

test('escapes text from a plugin and shows the longest name in full', async () => {
  const long = 'x'.repeat(200);
  const hostile: PluginChange = {
    ...greeting,
    ...{ name: 'a\u001B[2Jb', version: '1\u202E', source: 'folder:../\u0007bell' },
    footprint: {
      ...greeting.footprint,
      routes: [`GET /api/${long} public`, 'GET /api/\u202Eevil\u200B public'],
      models: [long],
      packages: ['\u001B]8;;https://evil.dev\u0007@1'],
    },
    findings: [finding('network', 'evil\u202E.dev', `server/${long}.ts:1`)],
  };
  const shown = preview(hostile, [change('create', `server/${long}.ts`, 'a\u001B[2Jb')], {
    models: [{ name: 'User\u0007', change: 'changed', come: ['\u202Ex String'], go: [] }],
    warnings: ['a\rb'],
  });
  const seen = onPage((screen) => changePreviewView(shown, screen));
  await expect(seen).toMatchFileSnapshot('cases/plan-hostile.txt');
  expect(seen.split('\n').every(isPrintable)).toBe(true);
  expect(seen.replaceAll(/\s+/gu, '').split(long).length).toBe(5);
});
