import { expect, test } from 'vitest';
import type { EjectResult } from '../../../src/flows/project/eject.ts';
import { ejectedView } from '../../../src/ui/eject.ts';
import { onPage } from './page.ts';

const digest = `sha256-${'a'.repeat(64)}`;
const root = '/home/ada/shop';
const record = (path: string) => ({ kind: 'delete', path, owner: 'genlock', before: digest }) as const;
const file = (path: string) =>
  ({ kind: 'update', path, owner: 'core', mode: 0o644, before: digest, after: digest }) as const;

const planned: EjectResult = {
  status: 'planned',
  healed: 'none',
  project: { root },
  plan: {
    version: 1,
    changes: [
      record('.genlock/baseline.json'),
      record('.genlock/objects/sha256-0'),
      record('genlock.json'),
      record('genlock.lock.json'),
      file('README.md'),
      file('server/generated/routes.ts'),
    ],
    conflicts: [],
  },
  mentions: [],
  warnings: ['The project is not under version control: this cannot be undone'],
  steps: [],
};
const done: EjectResult = {
  ...planned,
  status: 'ejected',
  warnings: [],
  mentions: ['server/lib/auth/tokens.ts'],
  steps: [{ command: 'git restore .', reason: 'Undoes all changes since the last commit.' }],
};

test.each([
  ['eject-planned', { result: planned, cwd: root, previewed: false }],
  ['eject-done', { result: done, cwd: '/home/ada', previewed: true }],
])('the screen: %s', async (name, shown) => {
  await expect(onPage((screen) => ejectedView(shown, screen))).toMatchFileSnapshot(`cases/${name}.txt`);
});
