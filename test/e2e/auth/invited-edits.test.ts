import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authCopy } from '../../support/auth-project.ts';
import { ownTests, sharedProcesses } from '../../support/generated-tests.ts';
import { npm } from '../../support/shop.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** An edit that the generated project or its documentation invites: the file and the change. */
type Edit = readonly [path: string, change: (text: string) => string];

/** The home page says "Edit it", theme.css "Yours to change", password-policy.ts "Replace it". */
const edits: readonly Edit[] = [
  ['client/pages/index.tsx', () => 'export default function HomePage() {\n  return <h2>Welcome to our shop</h2>;\n}\n'],
  ['client/pages/(auth)/login.tsx', (text) => text.replaceAll("{t('authSignIn')}", '"Welcome back"')],
  ['client/pages/(auth)/register.tsx', (text) => text.replaceAll("{t('authCreate')}", '"Join us"')],
  ['client/theme.css', (text) => text.replaceAll(/--primary:[^;]*;/gu, '--primary: oklch(0.5 0.2 20);')],
  ['client/lib/auth/password-rules.ts', (text) => text.replace('minimumLength = 8', 'minimumLength = 15')],
  [
    'server/lib/auth/password-policy.ts',
    (text) => text.replace('validatePassword = defaultPasswordPolicy', 'validatePassword = nistPasswordPolicy'),
  ],
];

/** A policy of the project, as the documentation describes it. */
const ownPolicy: Edit = [
  'server/lib/auth/password-policy.ts',
  (text) =>
    text.replace(
      'export const validatePassword = defaultPasswordPolicy;',
      `export function validatePassword(password: string) {
  const valid = password.length >= 12;
  return { valid, error: valid ? undefined : 'Use at least 12 characters.' };
}`,
    ),
];

/** Occurs in tests with own passwords. All other tests use one password, which every policy here accepts. */
const ownPasswords = /newPassword|password: '/u;

/** Returns the root of a project with these changes. */
async function edited(changes: readonly Edit[]): Promise<string> {
  const root = await authCopy(temporaryFolder());
  for (const [path, change] of changes) {
    const text = readFileSync(join(root, path), 'utf8');
    const result = change(text);
    if (result === text) throw new Error(`The edit of ${path} changes nothing.`);
    writeFileSync(join(root, path), result);
  }
  return root;
}

test('the generated suite accepts every edit that the project invites', async () => {
  const root = await edited(edits);
  expect(await npm(root, ['test', '--', ...ownTests(root), ...sharedProcesses.split(' ')])).toMatchObject({ code: 0 });
});

test('the generated tests of the server accept a policy of the project', async () => {
  // The tests of the client answer their own requests. Its rules for passwords are unchanged.
  const root = await edited([ownPolicy]);
  const files = ownTests(root).filter((path) => path.startsWith('test/auth/') && path.endsWith('.test.ts'));
  const depending = files.filter((path) => ownPasswords.test(readFileSync(join(root, path), 'utf8')));
  expect(depending.length).toBeGreaterThan(5);
  expect(await npm(root, ['test', '--', ...depending])).toMatchObject({ code: 0 });
});
