import { expect, test } from 'vitest';
import type { ChangeResult } from '../../../src/engine/change.ts';
import type { PluginChange } from '../../../src/engine/plugin-change.ts';
import type { Change, Conflict } from '../../../src/plan/plan.ts';
import { changedView, changePreviewView } from '../../../src/ui/change.ts';
import { resolvedView } from '../../../src/ui/resolve.ts';
import { onPage } from './page.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const digest = `sha256-${'0'.repeat(64)}`;
const change = (kind: Change['kind'], path: string, owner = 'core'): Change => ({
  kind,
  path,
  owner,
  mode: 0o644,
  before: digest,
  after: digest,
});

const payments: PluginChange = {
  name: 'payments',
  version: '2.1.0',
  change: 'added',
  source: 'folder:../plugins/payments',
  footprint: {
    ...noFootprint,
    files: 3,
    code: codeOf({ server: 41, onePage: 120, tests: 18, elsewhere: 3 }),
    routes: ['GET,POST /api/payments authenticated', 'POST /api/payments/webhook public'],
    models: ['Payment', 'User'],
    providers: ['PaymentsProvider'],
    packages: ['@stripe/stripe-js@^8.1.0', 'stripe@^19.1.0'],
    settings: ['currency'],
    secrets: ['apiKey'],
  },
  extends: ['User'],
  asks: true,
  variables: { apiKey: 'PAYMENTS_API_KEY' },
};

const added: ChangeResult = {
  status: 'changed',
  healed: 'none',
  repaired: [],
  project: { name: 'shop', root: '/home/ada/shop', database: 'file' },
  plan: {
    version: 1,
    changes: [
      change('create', 'client/components/Stripe.tsx', 'payments'),
      change('update', 'client/generated/providers.tsx'),
      change('update', 'package.json'),
      change('create', 'server/routes/payments/webhook.ts', 'payments'),
      change('update', '.genlock/baseline.json', 'genlock'),
    ],
    conflicts: [],
  },
  plugins: [payments],
  models: [
    { name: 'Payment', change: 'added', come: ['id String'], go: [] },
    { name: 'User', change: 'changed', come: ['payments Payment[]', 'stripeId String?'], go: [] },
  ],
  merged: ['package.json'],
  moved: [{ from: 'client/lib/money.ts', to: 'client/lib/formats/money.ts' }],
  warnings: ['payments: unknown icon "sparkle"; the default is used'],
  left: { models: [], columns: [], variables: [] },
  steps: [
    { command: 'edit .env: PAYMENTS_API_KEY=…', reason: 'The application needs this value to start.' },
    { command: 'npm install', reason: 'The packages have changed.' },
  ],
};

/** A bundled plugin with long lists. */
const bundled: Partial<ChangeResult> = {
  plugins: [
    {
      ...payments,
      name: 'auth-jwt',
      source: 'bundled:auth-jwt',
      open: ['Note', 'Post (read)'],
      footprint: {
        ...payments.footprint,
        routes: [
          ...['login', 'logout', 'register'].map((name) => `POST /api/auth/${name} public`),
          ...['me', 'password'].map((name) => `GET /api/auth/${name} authenticated`),
        ],
        packages: ['@types/bcrypt@^6.0.0', ...'abcdefg'.split('').map((name) => `package-${name}@^1.0.0`)],
        settings: ['algorithm', 'appUrl', 'bcryptCost', 'rateLimit', 'refreshExpiry', 'tokenExpiry'],
      },
    },
  ],
  plan: {
    version: 1,
    changes: [
      change('update', 'package.json'),
      ...Array.from({ length: 30 }, (_, at) => change('create', `client/components/File${at}.tsx`, 'auth-jwt')),
    ],
    conflicts: [],
  },
  merged: [],
  moved: [],
  models: [],
  warnings: [],
};

const removed: Partial<ChangeResult> = {
  plugins: [{ ...payments, change: 'removed', asks: false }],
  plan: {
    version: 1,
    changes: [change('update', 'package.json'), change('delete', 'server/routes/payments/webhook.ts', 'payments')],
    conflicts: [],
  },
  merged: [],
  moved: [],
  warnings: [],
  models: [{ name: 'User', change: 'changed', come: [], go: ['payments Payment[]', 'stripeId String?'] }],
  left: { models: ['Payment'], columns: ['User.stripeId'], variables: ['PAYMENTS_API_KEY'] },
  steps: [],
};

const conflicts: readonly Conflict[] = [
  { path: 'server/app.ts', owner: 'core', reason: 'edited' },
  { path: 'client/components/Stripe.tsx', owner: 'payments', reason: 'deleted' },
];
const nothing = { plugins: [], models: [], merged: [], moved: [], warnings: [], steps: [] };
const empty = { version: 1, changes: [], conflicts: [] } as const;

const repaired = [
  { file: 'genlock.json', how: 'united' },
  ...Array.from({ length: 6 }, (_, at) => ({ file: `.genlock/objects/sha256-${String(at)}`, how: 'rebuilt' }) as const),
] as const;

test.each<readonly [name: string, changes: Partial<ChangeResult>]>([
  ['change-added', {}],
  ['change-auth', { plugins: [{ ...payments, name: 'sign-in', open: ['Note', 'Post (read)'] }] }],
  ['change-planned', { status: 'planned' }],
  ['change-interrupted', { ...bundled, interrupted: 'install' }],
  ['change-bundled', bundled],
  ['change-bundled-planned', { ...bundled, status: 'planned' }],
  ['change-removed', removed],
  ['change-conflicts', { ...removed, plan: { ...empty, conflicts } }],
  [
    'change-kept',
    { ...removed, plan: { ...empty, conflicts: conflicts.filter(({ reason }) => reason === 'deleted') } },
  ],
  ['change-unchanged', { ...nothing, status: 'unchanged', plan: empty }],
  [
    'change-downgraded',
    {
      plugins: [
        {
          ...payments,
          version: '1.0.0',
          change: 'updated',
          before: { version: '2.1.0', footprint: payments.footprint },
          origin: [{ what: 'downgrade', before: '2.1.0', after: '1.0.0' }],
        },
      ],
      newer: [
        { name: 'payments', installed: '2.1.0', inRange: '1.0.0', newest: '3.0.0' },
        { name: 'chat', installed: '1.1.0', inRange: '1.1.0', newest: '2.0.0' },
      ],
      steps: [],
    },
  ],
  ['change-repaired', { ...nothing, repaired, plan: empty }],
  ['change-repaired-planned', { ...nothing, status: 'planned', repaired, plan: empty }],
  ['change-healed', { ...nothing, status: 'unchanged', healed: 'finished', plan: empty }],
])('the screen: %s', async (name, changes) => {
  const result = { ...added, ...changes };
  const seen = onPage((screen) => changedView({ result, cwd: '/home/ada', previewed: false }, screen));
  await expect(seen).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('shows the preview, and then only the remaining information', async () => {
  await expect(onPage((screen) => changePreviewView(added, screen))).toMatchFileSnapshot('cases/change-preview.txt');
  const after = onPage((screen) => changedView({ result: added, cwd: '/home/ada', previewed: true }, screen));
  await expect(after).toMatchFileSnapshot('cases/change-previewed.txt');
});

test('the preview of a bundled plugin shows numbers of routes and files, and fits a screen of 24 lines', async () => {
  const seen = onPage((screen) => changePreviewView({ ...added, ...bundled }, screen));
  await expect(seen).toMatchFileSnapshot('cases/change-bundled-preview.txt');
  expect(seen.split('\n').length).toBeLessThanOrEqual(18);
});

test('shows resolved conflicts and pending ones', async () => {
  const result = {
    status: 'open',
    healed: 'none',
    project: { root: '/home/ada/shop' },
    resolved: ['client/pages/guestbook.tsx', 'server/app.ts', 'server/main.ts'],
    open: ['package.json'],
    yours: ['client/pages/guestbook.tsx'],
    waiting: ['server/main.ts'],
  } as const;
  await expect(onPage((screen) => resolvedView(result, screen))).toMatchFileSnapshot('cases/resolved.txt');
});
