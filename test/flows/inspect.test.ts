import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/apply/file-system.ts';
import { diffProject } from '../../src/flows/project/diff.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { explain } from '../../src/flows/why/why.ts';
import { diesAt, unsynced } from '../support/crash/faulty-file-system.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const page = 'client/pages/guestbook/index.tsx';

async function withGuestbook(): Promise<Life> {
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  return life;
}

/** Work that ends at one of its calls to the disk, as a killed process does. */
async function interrupted(work: () => Promise<unknown>): Promise<void> {
  const real = { ...nodeFileSystem };
  Object.assign(nodeFileSystem, diesAt(unsynced, 60));
  try {
    await expect(work()).rejects.toMatchObject({ code: 'PROJECT_WRITE_FAILED' });
  } finally {
    Object.assign(nodeFileSystem, real);
  }
}

/** Edits a project's file as text. */
function replace({ root }: Life, file: string, [from, to]: readonly [string | RegExp, string]): void {
  const before = readFileSync(join(root, file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(join(root, file), after);
}

test('list: enabled, disabled and pending plugins', async () => {
  const life = await withGuestbook();
  const listed = async () =>
    (await listPlugins(life.root)).plugins.map(({ name, state, waits }) => [name, state, waits]);
  expect(await listed()).toEqual([['guestbook', 'on', false]]);
  replace(life, 'genlock.json', ['"enabled": true', '"enabled": false']);
  expect(await listed()).toEqual([['guestbook', 'on', true]]);
  await life.sync();
  expect(await listed()).toEqual([['guestbook', 'off', false]]);
  replace(life, 'genlock.json', [/"plugins": \{[^]*\}(?=\s*\}\s*$)/u, '"plugins": { "other": {} }']);
  expect(await listed()).toEqual([
    ['guestbook', 'leaving', true],
    ['other', 'missing', true],
  ]);
});

test('status: reports no findings for a fresh project, and writes nothing', async () => {
  const life = await withGuestbook();
  const before = [...treeHash(life.root)];
  expect(await projectStatus(life.root)).toEqual({
    healed: 'none',
    damaged: [],
    project: { root: life.root },
    files: { edited: [], missing: [], moved: [], blocked: [], conflicts: [] },
    pending: { changes: [], plugins: [] },
  });
  expect([...treeHash(life.root)]).toEqual(before);
});

test('status: records that are damaged are named', async () => {
  const life = await withGuestbook();
  rmSync(join(life.root, '.genlock/baseline.json'));
  expect(await projectStatus(life.root)).toMatchObject({
    damaged: [{ file: '.genlock/baseline.json', how: 'rebuilt' }],
    pending: { changes: [] },
  });
});

const looks: Readonly<Record<string, (root: string) => Promise<{ readonly healed: string }>>> = {
  list: (root) => listPlugins(root),
  diff: (root) => diffProject({ cwd: root, paths: [] }),
  verify: (root) => verifyProject({ cwd: root, strict: false }),
  why: (root) => explain({ cwd: root, place: 'package.json' }),
  status: (root) => projectStatus(root),
};

test.each(Object.entries(looks))('%s reports the recovery of an interrupted command', async (_, look) => {
  const life = await newLife();
  expect((await look(life.root)).healed).toBe('none');
  await interrupted(() => life.add([examplePlugin('guestbook')]));
  expect((await look(life.root)).healed).toMatch(/^(?:finished|rolled-back)$/u);
  expect((await look(life.root)).healed).toBe('none');
});

test('status: edited, missing, moved and blocked files', async () => {
  const life = await withGuestbook();
  appendFileSync(join(life.root, 'server/app.ts'), '// mine\n');
  rmSync(join(life.root, 'README.md'));
  mkdirSync(join(life.root, 'client/pages/visitors'));
  renameSync(join(life.root, page), join(life.root, 'client/pages/visitors/index.tsx'));
  rmSync(join(life.root, 'tsconfig.json'));
  mkdirSync(join(life.root, 'tsconfig.json'));
  const { files } = await projectStatus(life.root);
  expect(files).toEqual({
    edited: ['server/app.ts'],
    missing: ['README.md'],
    moved: [{ from: page, to: 'client/pages/visitors/index.tsx' }],
    blocked: ['tsconfig.json'],
    conflicts: [],
  });
});

test('status: overrides, from the index too, and the ones that replace no file', async () => {
  const life = await withGuestbook();
  const folder = 'client/overrides/components';
  mkdirSync(join(life.root, folder), { recursive: true });
  const cache = temporaryFolder();
  const memory = { cache, clock: () => new Date(Date.now() + 60_000) };
  expect(await projectStatus(life.root, memory)).not.toHaveProperty('overrides');
  for (const name of ['Shell.tsx', 'Shel.tsx']) writeFileSync(join(life.root, folder, name), '');
  symlinkSync(life.root, join(life.root, 'client/overrides/link'));
  const overrides = [
    { path: `${folder}/Shel.tsx` },
    { path: `${folder}/Shell.tsx`, replaces: 'client/components/Shell.tsx' },
  ];
  expect(await projectStatus(life.root, memory)).toMatchObject({ overrides });
  expect(await projectStatus(life.root)).toMatchObject({ overrides });
});

test('status: pending changes of sync, or the reason why they are unknown', async () => {
  const life = await withGuestbook();
  replace(life, 'genlock.json', ['"entities": [', '"entities": [{ "name": "Ticket" },']);
  const { pending } = await projectStatus(life.root);
  expect(pending.changes).toContainEqual({ kind: 'create', path: 'server/routes/tickets.ts' });
  replace(life, 'genlock.json', ['"settings": {}', '"settings": { "title": "Other" }']);
  expect((await projectStatus(life.root)).pending).toMatchObject({
    changes: [],
    problem: { code: 'PROJECT_OUT_OF_SYNC' },
  });
});

test('diff: what the user changed, as a patch', async () => {
  const life = await withGuestbook();
  expect((await diffProject({ cwd: life.root, paths: [] })).files).toEqual([]);
  appendFileSync(join(life.root, page), '// mine\n');
  appendFileSync(join(life.root, 'server/app.ts'), '// mine too\n');
  const all = await diffProject({ cwd: life.root, paths: [] });
  expect(all.files.map(({ path, owner }) => [path, owner])).toEqual([
    [page, 'guestbook'],
    ['server/app.ts', 'base'],
  ]);
  const [only, ...others] = (await diffProject({ cwd: life.root, paths: [join(life.root, 'server')] })).files;
  expect(others).toEqual([]);
  expect(only?.patch).toMatch(/^--- a\/server\/app\.ts\n\+\+\+ b\/server\/app\.ts\n@@ [^]*\n\+\/\/ mine too\n$/u);
});

test('diff: refuses a path that does not exist, but not a deleted file or folder', async () => {
  const { root } = await newLife();
  const diff = (path: string) => diffProject({ cwd: root, paths: [join(root, path)] });
  expect(await codesOf(diff('sever'))).toEqual(['USAGE']);
  expect(await codesOf(diff('server/ap.ts'))).toEqual(['USAGE']);
  // A path below a file.
  expect(await codesOf(diff('server/app.ts/x'))).toEqual(['USAGE']);
  rmSync(join(root, 'client'), { recursive: true });
  expect((await diff('client')).files).toEqual([]);
  expect((await diff('client/main.tsx')).files).toEqual([]);
  mkdirSync(join(root, 'notes'));
  expect((await diff('notes')).files).toEqual([]);
});

test('verify: every file is sorted, and a fresh project passes the strict way', async () => {
  const life = await withGuestbook();
  const strict = await verifyProject({ cwd: life.root, strict: true });
  expect(strict).toMatchObject({ status: 'verified', contradictions: [] });
  const kinds = new Set(strict.files.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['core', 'plugin', 'record']);
  expect(strict.files).toContainEqual({ path: page, kind: 'plugin', owner: 'guestbook' });

  appendFileSync(join(life.root, page), '// mine\n');
  rmSync(join(life.root, 'README.md'));
  writeFileSync(join(life.root, 'server/backdoor.ts'), 'export {};\n');
  writeFileSync(join(life.root, 'package-lock.json'), '{}\n');
  const files = (await verifyProject({ cwd: life.root, strict: false })).files;
  expect(files).toContainEqual({ path: page, kind: 'edited', owner: 'guestbook' });
  expect(files).toContainEqual({ path: 'README.md', kind: 'missing', owner: 'core' });
  expect(files).toContainEqual({ path: 'server/backdoor.ts', kind: 'unknown' });
  expect((await verifyProject({ cwd: life.root, strict: true })).status).toBe('edited');
});

test('verify: detects a baseline that was rewritten together with its file', async () => {
  const life = await withGuestbook();
  appendFileSync(join(life.root, page), '// theirs\n');
  const { createHash } = await import('node:crypto');
  const digest = createHash('sha256')
    .update(readFileSync(join(life.root, page)))
    .digest('hex');
  replace(life, '.genlock/baseline.json', [
    new RegExp(`("${page.replaceAll('/', '\\/')}": \\{ "digest": ")sha256-[0-9a-f]{64}`, 'u'),
    `$1sha256-${digest}`,
  ]);
  expect((await projectStatus(life.root)).files.edited).toEqual([]);
  const { files, status } = await verifyProject({ cwd: life.root, strict: true });
  expect([status, files.find(({ path }) => path === page)?.kind]).toEqual(['edited', 'stale']);
});

test.each([
  ['a footprint that hides a route', '"GET,POST /api/guestbook public"', '"GET /api/guestbook admin"'],
  ['another version', '"version": "1.0.0"', '"version": "9.9.9"'],
])('verify: a lockfile with %s is not believed', async (_, from, to) => {
  const life = await withGuestbook();
  replace(life, 'genlock.lock.json', [from, to]);
  const { status, contradictions } = await verifyProject({ cwd: life.root, strict: false });
  expect([status, contradictions.length]).toEqual(['unsound', 1]);
});

test('verify: damaged bytes are an error', async () => {
  const life = await withGuestbook();
  const { plugins } = JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')) as {
    plugins: Record<string, { operations: string }>;
  };
  appendFileSync(join(life.root, '.genlock/objects', plugins['guestbook']?.operations ?? ''), ' ');
  expect(await codesOf(verifyProject({ cwd: life.root, strict: false }))).toEqual(['PROJECT_OBJECT_INVALID']);
});
