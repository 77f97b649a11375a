import { expect, test } from 'vitest';
import type { InitPreview, InitResult } from '../../../src/flows/project/init.ts';
import type { Change } from '../../../src/plan/plan.ts';
import { previewView, resultView } from '../../../src/ui/init.ts';
import { page } from '../../../src/ui/terminal.ts';
import { onPage } from './page.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const create = (path: string, owner = 'core'): Change => ({
  kind: 'create',
  path,
  owner,
  mode: 0o644,
  after: `sha256-${'0'.repeat(64)}`,
});

const preview: InitPreview = {
  plan: {
    version: 1,
    changes: [
      create('package.json'),
      create('tsconfig.json'),
      ...['app', 'main', 'routes/customers', 'routes/orders'].map((name) => create(`server/${name}.ts`)),
      ...['main', 'pages/index'].map((name) => create(`client/${name}.tsx`)),
      create('client/components/Stripe.tsx', 'payments'),
      create('server/lib/payments/webhook.ts', 'payments'),
      create('prisma/schema/schema.prisma'),
      create('.genlock/baseline.json', 'genlock'),
    ],
    conflicts: [],
  },
  summary: {
    entities: [
      { name: 'Customer', path: '/api/customers' },
      { name: 'Order', path: '/api/orders' },
      { name: 'OrderLine', path: '/api/order-lines' },
    ],
    routes: [{ path: '/api/payments/webhook', methods: ['POST'], access: 'public', plugin: 'payments' }],
    open: ['Customer (read)', 'Order'],
    code: [{ plugin: 'payments', code: codeOf({ server: 41, onePage: 120, elsewhere: 3 }) }],
    models: [{ name: 'Payment', plugin: 'payments' }],
    plugins: [
      { name: 'base', version: '0.1.0' },
      { name: 'payments', version: '2.1.0' },
    ],
    packages: [
      { name: 'express', range: '^5.3.0', dev: false },
      { name: 'stripe', range: '^19.1.0', dev: false, plugin: 'payments' },
      { name: '@prisma/client', range: '7.10.0', dev: false },
      { name: 'typescript', range: '7.0.2', dev: true },
    ],
  },
  plugins: [
    {
      name: 'payments',
      version: '2.1.0',
      change: 'added',
      source: 'folder:../plugins/payments',
      footprint: {
        ...noFootprint,
        files: 2,
        code: codeOf({ server: 41, onePage: 120, elsewhere: 3 }),
        routes: ['POST /api/payments/webhook public'],
        models: ['Payment'],
        providers: [],
        packages: ['stripe@^19.1.0'],
        settings: [],
        secrets: [],
      },
      extends: [],
      asks: true,
      variables: {},
    },
  ],
  warnings: [],
};

const result: InitResult = {
  ...preview,
  status: 'created',
  project: { name: 'shop', root: '/home/ada/code/shop', database: 'file' },
  steps: [
    { command: 'cd shop', reason: '' },
    { command: 'npm install', reason: 'installs the packages' },
    { command: 'genlock db migrate dev --name init', reason: 'creates the database' },
    { command: 'npm run dev', reason: 'starts it' },
  ],
  replay: 'genlock init shop --database file --config ./genlock.json --plugins ./plugins/payments --yes',
};

const shown = (changes: Partial<InitResult> = {}) => ({
  result: { ...result, ...changes },
  cwd: '/home/ada/code',
  milliseconds: 1234,
});

const entities = Array.from({ length: 60 }, (_, at) => ({ name: `Entity${at}`, path: `/api/entity-${at}s` }));
const edited = [{ path: 'server/app.ts', owner: 'core', reason: 'edited' }] as const;
const warnings = ['The plugin payments names an unknown icon, "sparkle"; the default is used.'];

test.each<readonly [name: string, changes: Partial<InitResult>]>([
  ['created', {}],
  ['created-interrupted', { interrupted: 'install' }],
  ['created-interrupted-write', { interrupted: 'write' }],
  ['many-entities', { summary: { ...result.summary, entities } }],
  ['finished', { status: 'finished', warnings }],
  ['unchanged', { status: 'unchanged', steps: [] }],
  [
    'changed',
    { status: 'changed', steps: [], plan: { version: 1, changes: [create('server/new.ts')], conflicts: edited } },
  ],
  ['planned', { status: 'planned', steps: [] }],
])('the screen after init: %s', async (name, changes) => {
  const seen = onPage((screen) => resultView(shown(changes), screen));
  await expect(seen).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('shows the preview', async () => {
  const seen = onPage((screen) => previewView(preview, screen));
  await expect(seen).toMatchFileSnapshot('cases/preview.txt');
});

test('escapes names from a plugin', () => {
  const hostile = {
    ...preview,
    summary: { ...preview.summary, plugins: [{ name: 'a\u001B[2Jb\u202Ec', version: '1.0.0' }] },
  };
  expect(previewView(hostile, page).replaceAll('\u00A0', ' ')).toContain('a\\x1b[2Jb\\u{202e}c 1.0.0');
});
