/** Plans of plugins for the tests of the consent screen. */
import type { Finding } from '../../../src/consent/findings.ts';
import type { ChangePreview } from '../../../src/engine/change.ts';
import type { PluginChange } from '../../../src/engine/plugin-change.ts';
import type { Change } from '../../../src/plan/plan.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const digest = `sha256-${'0'.repeat(64)}`;
export const change = (kind: Change['kind'], path: string, owner = 'core'): Change => ({
  ...{ kind, path, owner, mode: 0o644, before: digest, after: digest },
});
export const finding = (kind: Finding['kind'], what: string, place: string): Finding => {
  const [file = '', line = '1'] = place.split(':');
  return { kind, what, file, line: Number(line) };
};

export const greeting: PluginChange = {
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

export const payments: PluginChange = {
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

export const names = Array.from({ length: 30 }, (_, at) => `Warehouse${at}`);
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

export const preview = (
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
export const user = {
  name: 'User',
  change: 'changed',
  come: ['payments Payment[]', 'stripeId String?'],
  go: [],
} as const;

/** The plans of the snapshots. */
export const screens: readonly (readonly [name: string, preview: ChangePreview])[] = [
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
