import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { verifyProject, type VerifyResult } from '../../src/flows/verify/verify.ts';
import { digestOf } from '../../src/core/digest.ts';
import { printJson } from '../../src/core/json.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';

// The repeated runs are the subject of these tests.
vi.unmock('../../sandbox/index.ts');

/** A project with a plugin from a folder that a test may change. */
async function withOwnPlugin(): Promise<Life & { readonly folder: string }> {
  const life = await newLife();
  const folder = join(life.root, '../guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await life.add([folder]);
  return { ...life, folder };
}

const rerun = ({ root }: Life): Promise<VerifyResult> => verifyProject({ cwd: root, strict: true, rerun: quietPorts });

const outcomes = ({ status, reruns }: VerifyResult) => [
  status,
  ...reruns.map(({ name, outcome }) => `${name} ${outcome}`),
];

/** Rewrites the stored operations of a plugin and their pins in the lockfile, like an attacker who can commit both. */
function forge({ root }: Life, edit: (text: string) => string, name = 'guestbook'): void {
  const lockfile = join(root, 'genlock.lock.json');
  const locked = JSON.parse(readFileSync(lockfile, 'utf8'));
  const { operations } = locked.plugins[name];
  const before = readFileSync(join(root, '.genlock/objects', operations), 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  writeFileSync(join(root, '.genlock/objects', digestOf(after)), after);
  locked.plugins[name].operations = digestOf(after);
  writeFileSync(lockfile, printJson(locked));
}

test('every plugin runs again with the pinned result, and no file changes', async () => {
  const life = await withOwnPlugin();
  const before = readFileSync(join(life.root, 'genlock.lock.json'), 'utf8');
  expect(outcomes(await rerun(life))).toEqual(['verified', 'base same', 'guestbook same']);
  expect(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).toBe(before);
});

test('operations that were forged along with their pin pass without a run, and are named by it', async () => {
  const life = await withOwnPlugin();
  // The lockfile also records labels and sizes, which the forgery keeps.
  forge(life, (text) => text.replace('"icon": "book-open"', '"icon": "users"').replaceAll('h1', 'h2'));
  expect((await verifyProject({ cwd: life.root, strict: false })).status).toBe('verified');
  const result = await rerun(life);
  expect(outcomes(result)).toEqual(['unsound', 'base same', 'guestbook different']);
  const differences = result.reruns.at(-1)?.differences;
  expect(differences).toContainEqual({ kind: 'registerAdminMenu', index: 2, change: 'changed' });
  expect(differences).toContainEqual({
    kind: 'copyTemplates',
    index: 0,
    path: 'client/pages/guestbook/index.tsx',
    change: 'changed',
  });
});

const verify = ({ root }: Life): Promise<VerifyResult> => verifyProject({ cwd: root, strict: false });

const withOtherOrder = (text: string): string => text.replace(/"order": \d+/u, '"order": 7');

test('forged operations of a bundled plugin are found without --rerun', async () => {
  const life = await newLife();
  await life.add(['auth-jwt']);
  expect(outcomes(await verify(life))).toEqual(['verified', 'base same', 'auth-jwt same']);
  forge(life, withOtherOrder, 'auth-jwt');
  const result = await verify(life);
  expect(outcomes(result)).toEqual(['unsound', 'base same', 'auth-jwt different']);
  expect(result.reruns.at(-1)?.differences).toMatchObject([{ kind: 'registerProvider', change: 'changed' }]);
});

test('a forged pin, version or input of a bundled plugin is not accepted', async () => {
  const life = await newLife();
  const file = join(life.root, 'genlock.lock.json');
  const text = readFileSync(file, 'utf8');
  const edited = async (edit: (lock: { genlock: string; plugins: { base: Record<string, string> } }) => void) => {
    const lock = JSON.parse(text);
    edit(lock);
    writeFileSync(file, printJson(lock));
    return outcomes(await verify(life));
  };
  const integrity = `sha512-${'A'.repeat(86)}==`;
  expect(await edited(({ plugins }) => Object.assign(plugins.base, { integrity }))).toEqual([
    'unsound',
    'base other-bytes',
  ]);
  const older = await edited((lock) => {
    lock.genlock = '0.0.1';
    Object.assign(lock.plugins.base, { integrity });
  });
  expect(older).toEqual(['unproven', 'base other-version']);
  const inputs = `sha256-${'0'.repeat(64)}`;
  expect(await edited(({ plugins }) => Object.assign(plugins.base, { inputs }))).toEqual([
    'unproven',
    'base other-inputs',
  ]);
});

test('settings that were forged are named', async () => {
  const life = await withOwnPlugin();
  forge(life, (text) => text.replace('"title": "Guestbook"', '"title": "Visitors"'));
  const { reruns } = await rerun(life);
  expect(reruns.at(-1)).toMatchObject({
    outcome: 'different',
    differences: [{ kind: 'settings', change: 'changed' }],
  });
});

test('a folder that holds other bytes is not run, and fails', async () => {
  const life = await withOwnPlugin();
  appendFileSync(join(life.folder, 'README.md'), 'more\n');
  expect(outcomes(await rerun(life))).toEqual(['unsound', 'base same', 'guestbook other-bytes']);
});

test('reports a missing source as unproven', async () => {
  const life = await withOwnPlugin();
  rmSync(life.folder, { recursive: true });
  expect(outcomes(await rerun(life))).toEqual(['unproven', 'base same', 'guestbook no-source']);
  expect((await verifyProject({ cwd: life.root, strict: true })).status).toBe('verified');
});

test('reports plugins that are disabled or have other inputs than recorded', async () => {
  const life = await withOwnPlugin();
  const config = join(life.root, 'genlock.json');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('"enabled": true', '"enabled": false'));
  await life.sync();
  expect(outcomes(await rerun(life))).toEqual(['verified', 'base same', 'guestbook off']);
  writeFileSync(config, text.replace('"name": "shop"', '"name": "store"'));
  await life.sync({ yes: true });
  writeFileSync(config, text);
  const { status, reruns } = await verifyProject({ cwd: life.root, strict: false, rerun: quietPorts });
  expect([status, reruns.map(({ outcome }) => outcome)]).toEqual(['unproven', ['other-inputs', 'other-inputs']]);
});

test('applies the current policy to the run', async () => {
  const life = await withOwnPlugin();
  const policy = (files: number): void =>
    writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, limits: { run: { files } } }));
  policy(1);
  expect(await codesOf(rerun(life))).toEqual(['SANDBOX_OUTPUT_LIMIT']);
  policy(1000);
  expect((await rerun(life)).reruns.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
});

test('finds the plugin next to a moved project', async () => {
  const life = await withOwnPlugin();
  const elsewhere = join(life.root, '../elsewhere');
  mkdirSync(elsewhere);
  renameSync(life.root, join(elsewhere, 'shop'));
  renameSync(life.folder, join(elsewhere, 'guestbook'));
  const result = await verifyProject({ cwd: join(elsewhere, 'shop'), strict: true, rerun: quietPorts });
  expect(outcomes(result)).toEqual(['verified', 'base same', 'guestbook same']);
});
