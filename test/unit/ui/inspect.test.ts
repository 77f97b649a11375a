import { expect, test } from 'vitest';
import type { ListResult } from '../../../src/flows/project/list.ts';
import type { StatusResult } from '../../../src/flows/status/status.ts';
import type { VerifiedFile, VerifyResult } from '../../../src/flows/verify/verify.ts';
import type { WhyResult } from '../../../src/flows/why/why.ts';
import { diffView } from '../../../src/ui/diff.ts';
import { listView } from '../../../src/ui/list.ts';
import { statusView } from '../../../src/ui/status.ts';
import type { Screen } from '../../../src/ui/terminal.ts';
import { verifiedView } from '../../../src/ui/verify.ts';
import { whyView } from '../../../src/ui/why.ts';
import { onPage } from './page.ts';

const root = '/home/ada/shop';
const project = { name: 'shop', root };

const list: ListResult = {
  healed: 'none',
  project,
  plugins: [
    { name: 'guestbook', state: 'on', waits: false, version: '1.0.0', source: 'folder:../plugins/guestbook' },
    { name: 'page-views', state: 'off', waits: true, version: '2.0.0', source: 'bundled:page-views' },
    { name: 'reports', state: 'missing', waits: true },
  ],
  available: ['status-page'],
};

const status: StatusResult = {
  healed: 'none',
  damaged: [],
  project: { root },
  files: {
    edited: ['server/app.ts'],
    missing: ['README.md'],
    moved: [{ from: 'client/lib/money.ts', to: 'client/lib/formats/money.ts' }],
    blocked: ['tsconfig.json'],
    conflicts: ['package.json'],
  },
  pending: {
    changes: [
      { kind: 'create', path: 'server/routes/tickets.ts' },
      { kind: 'update', path: 'package.json' },
    ],
    plugins: ['guestbook'],
  },
};
const clean: StatusResult = {
  ...status,
  files: { edited: [], missing: [], moved: [], blocked: [], conflicts: [] },
  pending: { changes: [], plugins: [] },
};
const overrides = [
  { path: 'client/overrides/components/Shel.tsx' },
  { path: 'client/overrides/components/Shell.tsx', replaces: 'client/components/Shell.tsx' },
];
const damaged = [
  { file: 'genlock.lock.json', how: 'united' },
  { file: '.genlock/baseline.json', how: 'rebuilt' },
] as const;
const problem = {
  code: 'PROJECT_OUT_OF_SYNC',
  message: 'the inputs of guestbook in genlock.json have changed since its last run',
} as const;
const misspelt = {
  code: 'CONFIG_KEY_UNKNOWN',
  message: 'Unknown key "requierd".',
  where: { file: 'genlock.json', line: 9, column: 45, key: 'entities[0].fields[0].requierd' },
  hint: 'Did you mean "required"?',
} as const;

const files: readonly VerifiedFile[] = [
  { path: 'client/pages/guestbook/index.tsx', kind: 'plugin', owner: 'guestbook' },
  { path: 'package.json', kind: 'core', owner: 'core' },
  { path: 'genlock.json', kind: 'record' },
];
const verify: VerifyResult = {
  healed: 'none',
  status: 'verified',
  project,
  plugins: [{ name: 'guestbook', version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }],
  files,
  contradictions: [],
  reruns: [],
};
const loose: readonly VerifiedFile[] = [
  ...files,
  { path: 'server/app.ts', kind: 'edited', owner: 'core' },
  { path: 'README.md', kind: 'missing', owner: 'core' },
  ...Array.from({ length: 24 }, (_, at): VerifiedFile => ({ path: `notes/${at + 10}.md`, kind: 'unknown' })),
];

const rerun = { version: '1.0.0', source: 'folder:../plugins/guestbook', differences: [] };
const reruns: VerifyResult['reruns'] = [
  { ...rerun, name: 'base', outcome: 'same' },
  {
    ...rerun,
    name: 'guestbook',
    outcome: 'different',
    differences: [
      { kind: 'copyTemplates', index: 0, path: 'client/pages/guestbook/index.tsx', change: 'changed' },
      { kind: 'registerAPIRoutes', index: 1, change: 'removed' },
    ],
  },
  { ...rerun, name: 'page-views', outcome: 'other-bytes' },
  { ...rerun, name: 'reports', outcome: 'off' },
];
const gone: VerifyResult['reruns'] = [{ ...rerun, name: 'guestbook', outcome: 'no-source' }];
const guestbook = { name: 'guestbook', version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
const template = 'templates/express/client/pages/guestbook/index.tsx';
const page = 'client/pages/guestbook/index.tsx';
const call = { kind: 'copyTemplates', index: 0, key: page, template } as const;
const why: WhyResult = {
  healed: 'none',
  project,
  file: 'client/generated/menu.ts',
  owner: 'core',
  origin: { kind: 'core', emitter: 'menu' },
  isInEveryProject: false,
  line: { number: 12, text: "  { id: 'guestbook', label: 'Guestbook', href: '/guestbook' },", isYours: false },
  reasons: [
    {
      kind: 'plugin',
      name: 'guestbook',
      plugin: guestbook,
      parts: [{ kind: 'registerAdminMenu', index: 2, key: 'guestbook' }],
      effect: 'lines',
      goes: {
        files: ['server/routes/guestbook.ts'],
        changed: [
          { path: 'client/generated/menu.ts', lines: [{ from: 2, to: 2 }, { from: 5, to: 7 }] }, // prettier-ignore
          { path: 'package.json', lines: [] },
        ],
      },
    },
  ],
};
const { line: _, ...whole } = why;
const contributed: WhyResult = {
  ...why,
  file: page,
  owner: 'guestbook',
  origin: { kind: 'plugin', plugin: guestbook, call },
  line: { number: 3, text: 'const mine = 1;', isYours: true },
  reasons: [],
};
const moved = { ...contributed, file: 'client/pages/visitors/index.tsx', movedFrom: page, isInEveryProject: true };
const shell = 'client/components/Shell.tsx';
const yours: WhyResult = {
  healed: 'none',
  project,
  file: 'client/overrides/components/Shell.tsx',
  isInEveryProject: false,
  reasons: [],
};
const busy = Array.from({ length: 14 }, (_unused, at) => `server/routes/table-${at + 10}.ts`);
const many: WhyResult = {
  ...whole,
  reasons: ['Customer', 'Order'].map((name) => ({
    kind: 'entity',
    name,
    parts: [],
    effect: 'lines',
    goes: { files: busy, changed: [{ path: 'server/generated/routes.ts', lines: [{ from: 3, to: 3 }] }] },
  })),
};
const patch =
  '--- a/server/app.ts\n+++ b/server/app.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n';

test.each<readonly [name: string, view: (screen: Screen) => string]>([
  ['list', (screen) => listView(list, screen)],
  ['list-empty', (screen) => listView({ healed: 'none', project, plugins: [], available: [] }, screen)],
  ['status', (screen) => statusView(status, screen)],
  ['status-clean', (screen) => statusView(clean, screen)],
  ['status-overrides', (screen) => statusView({ ...clean, overrides }, screen)],
  ['status-problem', (screen) => statusView({ ...clean, pending: { ...clean.pending, problem } }, screen)],
  ['status-misspelt', (screen) => statusView({ ...clean, pending: { ...clean.pending, problem: misspelt } }, screen)],
  ['list-healed', (screen) => listView({ ...list, healed: 'finished' }, screen)],
  ['diff-healed', (screen) => diffView({ healed: 'finished', project: { root }, files: [] }, screen)],
  ['verify-healed', (screen) => verifiedView({ ...verify, healed: 'rolled-back' }, screen)],
  ['why-healed', (screen) => whyView({ ...why, healed: 'rolled-back' }, screen)],
  ['status-rebuilt', (screen) => statusView({ ...clean, damaged: damaged.slice(1) }, screen)],
  ['status-damaged', (screen) => statusView({ ...clean, healed: 'finished', damaged }, screen)],
  ['verify', (screen) => verifiedView(verify, screen)],
  ['verify-edited', (screen) => verifiedView({ ...verify, status: 'edited', files: loose }, screen)],
  [
    'verify-unsound',
    (screen) =>
      verifiedView(
        {
          ...verify,
          status: 'unsound',
          contradictions: ['guestbook: the lockfile has version 2, but the plugin has version 1'],
        },
        screen,
      ),
  ],
  ['verify-rerun', (screen) => verifiedView({ ...verify, status: 'unsound', reruns }, screen)],
  ['verify-unproven', (screen) => verifiedView({ ...verify, status: 'unproven', reruns: gone }, screen)],
  ['why-line', (screen) => whyView(why, screen)],
  ['why-file', (screen) => whyView(whole, screen)],
  ['why-yours', (screen) => whyView(contributed, screen)],
  ['why-moved', (screen) => whyView({ ...moved, line: { ...contributed.line!, isYours: false } }, screen)],
  ['why-override', (screen) => whyView({ ...yours, replaces: { path: shell, exists: true } }, screen)],
  [
    'why-override-unknown',
    (screen) =>
      whyView({ ...yours, replaces: { path: 'client/components/Shel.tsx', exists: false, nearest: shell } }, screen),
  ],
  ['why-replaced', (screen) => whyView({ ...whole, reasons: [], replacedBy: yours.file }, screen)],
  ['why-many', (screen) => whyView(many, screen)],
  ['why-base', (screen) => whyView({ ...whole, isInEveryProject: true, reasons: [] }, screen)],
  [
    'why-unknown',
    (screen) => whyView({ healed: 'none', project, file: 'notes.md', isInEveryProject: false, reasons: [] }, screen),
  ],
  [
    'diff',
    (screen) =>
      diffView(
        {
          healed: 'none',
          project: { root },
          files: [
            { path: 'server/app.ts', owner: 'base', patch },
            { path: 'a.png', owner: 'base' },
          ],
        },
        screen,
      ),
  ],
  ['diff-none', (screen) => diffView({ healed: 'none', project: { root }, files: [] }, screen)],
])('the screen: %s', async (name, view) => {
  await expect(onPage(view)).toMatchFileSnapshot(`cases/${name}.txt`);
});
