import { expect, test } from 'vitest';
import type { PluginCreateResult } from '../../../src/flows/author/create.ts';
import type { PluginTrial, PluginValidateResult } from '../../../src/flows/author/validate.ts';
import { createdView } from '../../../src/ui/plugin-create.ts';
import { validatedView } from '../../../src/ui/plugin-validate.ts';
import { onPage } from './page.ts';
import { codeOf, noFootprint } from '../../support/code-amounts.ts';

const change = (path: string) =>
  ({ kind: 'create', path, owner: 'guestbook', mode: 0o644, after: `sha256-${'0'.repeat(64)}` }) as const;

const created: PluginCreateResult = {
  status: 'created',
  plugin: { name: '@acme/guestbook', folder: '/home/ada/code/guestbook' },
  plan: {
    version: 1,
    changes: ['generator.js', 'manifest.json', 'templates/express/server/routes/guestbook.ts'].map(change),
    conflicts: [],
  },
  steps: [
    { command: 'genlock init demo --plugins ./guestbook', reason: 'Creates a project with the plugin.' },
    { command: 'cd guestbook', reason: 'Opens the plugin folder.' },
  ],
};

const trial: PluginTrial = {
  database: 'relational',
  footprint: {
    ...noFootprint,
    files: 4,
    code: codeOf({ server: 19, onePage: 89, tests: 30 }),
    menu: ['Guestbook /guestbook'],
    routes: [{ path: '/api/guestbook', methods: ['GET', 'POST'], access: 'public' }],
    models: ['GuestbookEntry'],
    providers: [],
    packages: ['marked@^18.0.0'],
    settings: ['maxLength'],
    secrets: ['key'],
  },
  log: [{ level: 'info', text: 'making the guestbook' }],
};

const valid: PluginValidateResult = {
  plugin: { name: '@acme/guestbook', version: '1.2.0', folder: '/home/ada/code/guestbook' },
  runs: [
    trial,
    { ...trial, database: 'file' },
    { ...trial, database: 'document', footprint: { ...trial.footprint, menu: [], theme: ['--accent'] } },
  ],
  warnings: ['@acme/guestbook: README.md is missing, so users see no description'],
};

const cwd = '/home/ada/code';

test.each([
  ['plugin-created', created],
  ['plugin-planned', { ...created, status: 'planned', steps: [] } as const],
])('%s', async (name, result) => {
  const seen = onPage((screen) => createdView({ result, cwd }, screen));
  await expect(seen).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('plugin-valid', async () => {
  const seen = onPage((screen) => validatedView({ result: valid, cwd }, screen));
  await expect(seen).toMatchFileSnapshot('cases/plugin-valid.txt');
});

test('escapes names from a plugin', () => {
  const result = {
    ...valid,
    warnings: ['\u001B[2J'],
    runs: [
      {
        ...trial,
        footprint: { ...trial.footprint, menu: ['\u202Eevil'], theme: ['\u009B1m'] },
        log: [{ level: 'warn', text: '\u001B]0;x' }],
      },
    ] as const,
  };
  const seen = onPage((screen) => validatedView({ result, cwd }, screen));
  for (const character of ['\u001B', '\u202E', '\u009B']) expect(seen).not.toContain(character);
  expect(seen).toContain(String.raw`\u{202e}evil`);
});
