/** The consent screen, which must show all consequences of the change. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/consent/findings.ts';
import { isPrintable } from '../../../src/errors/printable.ts';
import type { ChangePreview, ChangeResult } from '../../../src/engine/change.ts';
import type { PluginChange } from '../../../src/engine/plugin-change.ts';
import type { Change } from '../../../src/plan/plan.ts';
import { changedView, changePreviewView } from '../../../src/ui/change.ts';
import { withConsentSummary } from '../../../src/ui/consent-summary.ts';
import { plain } from '../../../src/ui/style.ts';
import { stringWidth } from '../../../src/ui/text.ts';
import { onPage } from './page.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const digest = `sha256-${'0'.repeat(64)}`;
const change = (kind: Change['kind'], path: string, owner = 'core'): Change => ({
  ...{ kind, path, owner, mode: 0o644, before: digest, after: digest },
});
const finding = (kind: Finding['kind'], what: string, place: string): Finding => {
  const [file = '', line = '1'] = place.split(':');
  return { kind, what, file, line: Number(line) };
};

const greeting: PluginChange = {
  ...{ name: 'greeting', version: '1.0.0', change: 'added', source: 'folder:../greeting', asks: true },
  footprint: { ...noFootprint, files: 1, code: codeOf({ onePage: 12 }), settings: ['words'] },
  ...{ extends: [], variables: {}, findings: [] },
};

const released: PluginChange = {
  ...greeting,
  source: 'registry:https://plugins.acme.example/',
  release: {
    ...{ publisher: 'ada', publishedAt: '2026-11-03T09:00:00.000Z', signatures: 'verified' },
    provenance: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'https://github.com/acme/greeting/.github/workflows/release.yml@refs/tags/v1.0.0',
    },
  },
};
const unproven: PluginChange = { ...released, release: { signatures: 'absent', provenance: 'absent' } };

const payments: PluginChange = {
  ...{ name: 'payments', version: '2.1.0', change: 'added', source: 'folder:../plugins/payments', asks: true },
  footprint: {
    ...noFootprint,
    files: 3,
    code: codeOf({ server: 141, onePage: 120, tests: 18, elsewhere: 3 }),
    routes: ['GET,POST /api/payments authenticated', 'POST /api/payments/webhook public'],
    models: ['Payment', 'User'],
    hosts: ['connect wss://events.stripe.com', 'image https://*.stripe.com', 'script https://js.stripe.com'],
    middleware: ['afterAuth server/lib/payments/currency', 'beforeRoutes server/lib/payments/limits'],
    jobs: ['refund queued', 'settle 30 3 * * * Europe/Berlin'],
    slots: ['form Order', 'header', 'record'],
    providers: ['PaymentsProvider'],
    packages: ['@stripe/stripe-js@^8.1.0', 'stripe@^19.1.0'],
    settings: ['currency'],
    secrets: ['apiKey'],
  },
  ...{ extends: ['User'], variables: { apiKey: 'PAYMENTS_API_KEY' } },
  findings: [
    finding('processes', 'node:child_process', 'server/lib/payments/receipt.ts:3'),
    finding('network', 'api.stripe.com', 'server/lib/payments/client.ts:8'),
    ...[4, 9, 12, 40].map((line) => finding('network', 'js.stripe.com', `client/components/Stripe.tsx:${line}`)),
    finding('environment', 'PAYMENTS_API_KEY', 'server/lib/payments/client.ts:5'),
    finding('sql', '$queryRawUnsafe', 'server/lib/payments/report.ts:22'),
    finding('unread', 'no script', 'scripts/payments.sh:1'),
  ],
};

const social: PluginChange = {
  ...greeting,
  ...{ name: 'social', source: 'folder:../social' },
  footprint: {
    ...greeting.footprint,
    code: codeOf({ server: 30 }),
    routes: ['GET /api/auth/callback/:provider public', 'GET /api/social admin'],
  },
  signInRoutes: ['GET /api/auth/callback/:provider public'],
};

const names = Array.from({ length: 30 }, (_, at) => `Warehouse${at}`);
const warehouse: PluginChange = {
  ...{ name: '@logistics/warehouse', version: '12.0.0-beta.3', change: 'added', asks: true },
  source: 'folder:../../vendor/logistics/packages/warehouse',
  footprint: {
    ...noFootprint,
    files: 212,
    code: codeOf({ server: 10_240, onePage: 22_311, tests: 8120, elsewhere: 96 }),
    routes: names.map((name) => `GET,POST,PUT,DELETE /api/logistics/${name.toLowerCase()}/:id admin`),
    models: names,
    providers: ['LogisticsProvider', 'ScannerProvider'],
    packages: names.slice(0, 12).map((name) => `@logistics/${name.toLowerCase()}@^1.2.3`),
    settings: ['defaultWarehouse', 'scannerPort'],
    secrets: [],
  },
  ...{ extends: [], variables: {}, findings: [] },
};

const known = { version: '2.0.0', footprint: payments.footprint };
const taken: PluginChange = {
  ...released,
  ...{ version: '1.0.1', change: 'updated', before: { version: '1.0.0', footprint: greeting.footprint } },
  release: { publisher: 'eve', publishedAt: '2026-11-19T09:00:00.000Z', signatures: 'absent', provenance: 'absent' },
  origin: [
    { what: 'registry', before: 'registry:https://old.acme.example/', after: 'registry:https://plugins.acme.example/' },
    { what: 'publisher', before: 'ada', after: 'eve' },
    {
      what: 'builder',
      before: 'https://github.com/acme/greeting/.github/workflows/release.yml (https://ci.example)',
      after: 'unknown',
    },
    { what: 'signature', before: 'verified', after: 'absent' },
  ],
};

const grown: PluginChange = {
  ...payments,
  ...{ version: '2.2.0', change: 'updated', before: known },
  footprint: { ...payments.footprint, files: 5, secrets: ['apiKey', 'webhookSecret'] },
  variables: { apiKey: 'PAYMENTS_API_KEY', webhookSecret: 'STRIPE_WEBHOOK_SECRET' },
  growth: {
    footprint: {
      ...noFootprint,
      code: codeOf({ server: 162 }),
      routes: ['POST /api/payments/refund public'],
      providers: ['RefundProvider'],
      packages: ['stripe@^20.0.0'],
      secrets: ['webhookSecret'],
    },
    findings: [finding('network', 'collect.dev', 'server/lib/payments/refund.ts:7')],
  },
};
const socialGrown: PluginChange = {
  ...social,
  ...{ version: '1.1.0', change: 'updated', before: { version: '1.0.0', footprint: social.footprint } },
  signInRoutes: [...(social.signInRoutes ?? []), 'POST /api/auth/link public'],
  growth: { footprint: { ...noFootprint, routes: ['POST /api/auth/link public'] }, findings: [] },
};
const same: PluginChange = {
  ...payments,
  ...{ version: '2.1.1', change: 'updated', before: known, asks: false, changedCode: [] },
};
const rewritten: PluginChange = {
  ...same,
  ...{ version: '3.0.0', asks: true, origin: [{ what: 'major', before: '2.0.0', after: '3.0.0' }] },
  changedCode: [
    { path: 'payments.config.ts', place: 'build', added: 3, removed: 0, before: 0, after: 96 },
    {
      ...{ path: 'client/components/Stripe.tsx', place: 'everyPage', from: 'onePage' },
      ...{ added: 0, removed: 0, before: 4211, after: 4211 },
    },
    { path: 'server/lib/payments/client.ts', place: 'server', added: 1, removed: 1, before: 812, after: 1033 },
    {
      path: 'server/lib/payments/providers/stripe/webhook-verification.ts',
      place: 'server',
      added: 112,
      removed: 13,
      before: 5120,
      after: 9216,
    },
  ],
};
const lowered: PluginChange = {
  ...taken,
  version: '0.9.0',
  origin: [
    { what: 'downgrade', before: '1.0.0', after: '0.9.0' },
    { what: 'older', before: '2026-11-03T09:00:00.000Z', after: '2026-03-04T18:30:00.000Z' },
  ],
  changedCode: [
    { path: 'client/components/Greeting.tsx', place: 'onePage', added: 2, removed: 4, before: 412, after: 377 },
  ],
};

const preview = (
  plugin: PluginChange,
  changes: readonly Change[],
  more: Partial<ChangePreview> = {},
): ChangePreview => ({
  ...{
    plan: { version: 1, changes, conflicts: [] },
    plugins: [plugin],
    models: [],
    merged: [],
    moved: [],
    warnings: [],
  },
  ...more,
});

const looked: PluginChange = {
  ...payments,
  ...{ findings: [] },
  packages: [
    {
      ...{ name: '@stripe/stripe-js', range: '^8.1.0', version: '8.1.4', installScripts: true },
      publishedAt: '2026-11-03T09:00:00.000Z',
    },
    { name: 'stripe', range: '^19.1.0', version: '19.2.0', installScripts: false },
  ],
};

const files = {
  greeting: [change('create', 'client/components/Greeting.tsx', 'greeting'), change('update', 'package.json')],
  payments: [
    change('create', 'client/components/Stripe.tsx', 'payments'),
    change('update', 'client/generated/providers.tsx'),
    change('update', 'prisma/schema/schema.prisma'),
    change('create', 'server/lib/payments/client.ts', 'payments'),
  ],
  warehouse: names.map((name) => change('create', `server/routes/logistics/${name}.ts`, '@logistics/warehouse')),
};
const user = { name: 'User', change: 'changed', come: ['payments Payment[]', 'stripeId String?'], go: [] } as const;

const screens: readonly (readonly [name: string, preview: ChangePreview])[] = [
  ['a small plugin', preview(greeting, files.greeting)],
  ['a release', preview(released, files.greeting)],
  ['a release of nobody', preview(unproven, files.greeting)],
  ['a big plugin', preview(warehouse, files.warehouse)],
  ['a public route and findings', preview(payments, files.payments, { models: [user] })],
  ['packages that were asked for', preview(looked, files.payments)],
  ['a plugin that extends sign-in', preview(social, files.greeting)],
  ['an update that extends sign-in', preview(socialGrown, [change('update', 'server/lib/social.ts', 'social')])],
  ['an update that grew', preview(grown, [change('update', 'server/lib/payments/client.ts', 'payments')])],
  ['an update of somebody else', preview(taken, [change('update', 'server/lib/payments/client.ts', 'payments')])],
  ['an update of code', preview(rewritten, [change('update', 'server/lib/payments/client.ts', 'payments')])],
  ['two updates with an older release', preview(rewritten, [], { plugins: [lowered, rewritten] })],
  ['an update that did not', preview(same, [change('update', 'server/lib/payments/client.ts', 'payments')])],
];

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
