import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPlan } from '../../src/apply/apply.ts';
import { nodeFileSystem } from '../../src/apply/file-system.ts';
import { ejectProject, type EjectPorts, type EjectResult } from '../../src/flows/project/eject.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { everything, faulty, systemError } from '../support/crash/faulty-file-system.ts';
import { genlock, repository, run } from '../support/cli.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const page = 'client/pages/guestbook/index.tsx';

async function withGuestbook(): Promise<Life> {
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  return life;
}

const ports: EjectPorts = { interactive: false, preview: () => undefined, agree: async () => false };

const eject = ({ root }: Life, how: { readonly dryRun?: boolean } & Partial<EjectPorts> & { readonly yes?: boolean }) =>
  ejectProject({ cwd: root, yes: false, dryRun: false, ...how }, { ...ports, ...how });

/** Returns every file of a project that mentions Genlock in its name or content. */
function traces(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /genlock/iu.test(path.slice(root.length)) || /genlock/iu.test(readFileSync(path, 'latin1')));
}

test('removes Genlock and leaves all other files unchanged', async () => {
  const life = await withGuestbook();
  appendFileSync(join(life.root, page), '// mine\n');
  appendFileSync(join(life.root, 'server/generated/routes.ts'), '// mine too\n');
  mkdirSync(join(life.root, 'client/layouts'));
  renameSync(join(life.root, 'client/generated/menu.ts'), join(life.root, 'client/layouts/menu.ts'));
  const before = treeHash(life.root);
  expect(traces(life.root)).not.toEqual([]);

  const { status, plan, mentions } = await eject(life, { yes: true });
  expect([status, mentions]).toEqual(['ejected', []]);
  expect(traces(life.root)).toEqual([]);
  expect(existsSync(join(life.root, '.genlock'))).toBe(false);
  expect(readFileSync(join(life.root, page), 'utf8')).toMatch(/\/\/ mine\n$/u);
  expect(readFileSync(join(life.root, 'server/generated/routes.ts'), 'utf8')).toMatch(/\/\/ mine too\n$/u);

  const after = treeHash(life.root);
  const changed = new Set(plan.changes.map(({ path }) => path));
  expect(changed.has('client/layouts/menu.ts')).toBe(true);
  const others = [...before].filter(([path]) => !changed.has(path) && !path.startsWith('.genlock'));
  expect(others.filter(([path, hash]) => after.get(path) !== hash)).toEqual([]);
});

test.each(['file', 'relational', 'document'])(
  'the files that change stay as the formatter has them: %s',
  async (kind) => {
    const folder = temporaryFolder();
    const config = join(folder, 'genlock.json');
    writeFileSync(config, JSON.stringify({ database: kind, entities: [{ name: 'Note' }] }));
    const life = await newLife(config);
    const { plan } = await eject(life, { yes: true });
    expect(traces(life.root)).toEqual([]);
    const rules = JSON.parse(readFileSync(join(life.root, '.oxfmtrc.json'), 'utf8'));
    expect(rules.ignorePatterns).toContain('dist');
    const changed = plan.changes.flatMap((change) => (change.kind === 'update' ? [change.path] : []));
    const oxfmt = join(repository, 'node_modules/.bin/oxfmt');
    expect(
      await run([oxfmt, '--check', ...changed.filter((path) => !path.endsWith('.gitignore'))], { cwd: life.root }),
    ).toMatchObject({ code: 0 });
  },
);

test('a dry run, a no and a missing yes change nothing', async () => {
  const life = await withGuestbook();
  const before = [...treeHash(life.root)];
  const shown: EjectResult[] = [];
  const preview = (result: EjectResult): void => void shown.push(result);
  expect((await eject(life, { dryRun: true })).status).toBe('planned');
  expect(await codesOf(eject(life, { preview }))).toEqual(['CONSENT_NEEDED']);
  expect(await codesOf(eject(life, { preview, interactive: true }))).toEqual(['DECLINED']);
  expect(shown.map(({ status }) => status)).toEqual(['planned', 'planned']);
  expect([...treeHash(life.root)]).toEqual(before);
  expect((await eject(life, { interactive: true, agree: async () => true })).status).toBe('ejected');
});

test('warns first about changes that would be lost', async () => {
  const life = await withGuestbook();
  const config = join(life.root, 'genlock.json');
  const text = readFileSync(config, 'utf8');
  expect((await eject(life, { dryRun: true })).warnings).toHaveLength(1);
  mkdirSync(join(life.root, '.git'));
  expect((await eject(life, { dryRun: true })).warnings).toEqual([]);
  appendFileSync(join(life.root, page), '// mine\n');
  writeFileSync(config, text.replace('"enabled": true', '"enabled": false'));
  expect((await eject(life, { dryRun: true })).warnings).toHaveLength(1);
  await life.sync();
  const { warnings } = await eject(life, { dryRun: true });
  expect(warnings.map((warning) => warning.split(':')[0])).toEqual(['guestbook is disabled', page]);
});

test('refuses if conflicts are open', async () => {
  const life = await withGuestbook();
  appendFileSync(join(life.root, page), '// mine\n');
  await life.remove(['guestbook']);
  const before = [...treeHash(life.root)];
  expect(await codesOf(eject(life, { yes: true }))).toEqual(['PROJECT_CONFLICT']);
  expect([...treeHash(life.root)]).toEqual(before);
});

test('git has everything back, and Genlock knows it again', async () => {
  const life = await withGuestbook();
  const git = (...args: readonly string[]) =>
    run(['git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'maintenance.auto=false', ...args], {
      cwd: life.root,
    });
  expect((await git('init', '-q')).code).toBe(0);
  await git('add', '-A');
  expect((await git('commit', '-qm', 'before')).code).toBe(0);
  const { steps } = await eject(life, { yes: true });
  expect(steps.map(({ command }) => command)).toEqual(['git restore .']);
  expect((await run((steps[0]?.command ?? '').split(' '), { cwd: life.root })).code).toBe(0);
  expect((await git('status', '--porcelain')).stdout).toBe('');
  expect((await genlock(['verify', '--strict'], { cwd: life.root })).code).toBe(0);
});

/** Paths that exist at different moments of the transaction, in order. */
const moments = ['.genlock/journal', '.genlock/journal/committed.json', '.genlock/journal.done'];

test('SIGKILL while it deletes: the next command leaves it done or not begun', async () => {
  const life = await withGuestbook();
  const copy = join(life.root, '../copy');
  cpSync(life.root, copy, { recursive: true });
  const before = [...treeHash(life.root)];
  await eject(life, { yes: true });
  const after = [...treeHash(life.root)];
  const seen = { killed: 0, healed: 0, before: 0, after: 0 };
  for (const moment of [...moments, ...moments]) {
    const cwd = join(life.root, '../again');
    rmSync(cwd, { recursive: true, force: true });
    cpSync(copy, cwd, { recursive: true });
    const { signal } = await genlock(['eject', '--yes'], { cwd, killAt: join(cwd, moment) });
    if (signal !== null) seen.killed += 1;
    if (existsSync(join(cwd, '.genlock/journal'))) seen.healed += 1;
    await genlock(['status'], { cwd });
    const isDone = !existsSync(join(cwd, 'genlock.json'));
    seen[isDone ? 'after' : 'before'] += 1;
    expect([...treeHash(cwd)]).toEqual(isDone ? after : before);
  }
  process.stdout.write(`eject killed while it writes: ${JSON.stringify(seen)}\n`);
  expect(seen.killed).toBeGreaterThan(0);
});

test('stopped when genlock.json is gone, the project is still found, and finished', async () => {
  const { root, ...life } = await withGuestbook();
  const { plan } = await eject({ root, ...life }, { dryRun: true });
  const deleting = { ...plan, changes: plan.changes.filter(({ kind }) => kind === 'delete') };
  const config = join(root, 'genlock.json');
  const before = (): void => {
    if (!existsSync(config)) throw systemError('EIO');
  };
  const fs = faulty(nodeFileSystem, { calls: everything, before });
  const applied = applyPlan({ root, plan: deleting, contents: new Map(), command: 'genlock eject', fs });
  expect(await codesOf(applied)).toEqual(['PROJECT_WRITE_FAILED']);
  expect(readdirSync(join(root, '.genlock'))).toContain('journal');
  rmSync(join(root, '.genlock/lock'));
  expect(await codesOf(projectStatus(join(root, 'server')))).toEqual(['PROJECT_NOT_FOUND']);
  expect([existsSync(config), existsSync(join(root, '.genlock'))]).toEqual([false, false]);
});
