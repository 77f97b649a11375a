import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { applyPlan } from '../../src/apply/apply.ts';
import { sealBody } from '../../src/apply/journal.ts';
import { dbMigrateStatus } from '../../src/flows/db/migrate-status.ts';
import { diffProject } from '../../src/flows/project/diff.ts';
import { changeEntity } from '../../src/flows/project/entity.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { resolveConflicts } from '../../src/flows/project/resolve.ts';
import { applySaved, planProject } from '../../src/flows/plan/saved-plan.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { updatePlugins, upgradeProject } from '../../src/flows/plugins/update.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { explain } from '../../src/flows/why/why.ts';
import { digestOf } from '../../src/core/digest.ts';
import { repository } from '../support/cli.ts';
import { codesOf, examplePlugin, lifeIn, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let place = '';

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-hostile-')));
  const config = join(repository, 'examples/shop/genlock.json');
  const request = {
    cwd: place,
    root: join(place, 'shop'),
    config,
    plugins: [],
    yes: true,
    dryRun: false,
    install: false,
  };
  await initProject(request, quietPorts);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function copied(): Life {
  const folder = temporaryFolder();
  cpSync(place, folder, { recursive: true });
  return lifeIn(join(folder, 'shop'));
}

const everything = ({ root }: Pick<Life, 'root'>) => [...treeHash(root)];
const at = ({ root }: Pick<Life, 'root'>, path: string) => join(root, path);

const request = ({ root }: Life) => ({ cwd: root, yes: false, dryRun: false, install: false });

/** Every command that works in a project. */
const commands: Readonly<Record<string, (life: Life) => Promise<unknown>>> = (() => {
  const db = { env: {}, clock: () => new Date(0), progress: () => undefined };
  return {
    add: (life: Life) => life.add([examplePlugin('reports')]),
    remove: (life: Life) => life.remove(['reports']),
    sync: (life: Life) => life.sync(),
    update: (life: Life) => updatePlugins({ ...request(life), plugins: [] }, quietPorts),
    upgrade: (life: Life) => upgradeProject(request(life), quietPorts),
    'entity add': (life: Life) => changeEntity({ kind: 'add', name: 'Ticket', fields: [] }, request(life), quietPorts),
    plan: (life: Life) => planProject({ cwd: life.root, add: [], remove: [] }, quietPorts),
    resolve: (life: Life) => resolveConflicts({ cwd: life.root, how: 'continue', dryRun: false }),
    list: (life: Life) => listPlugins(life.root),
    status: (life: Life) => projectStatus(life.root),
    diff: (life: Life) => diffProject({ cwd: life.root, paths: [] }),
    verify: (life: Life) => verifyProject({ cwd: life.root, strict: false }),
    why: (life: Life) => explain({ cwd: life.root, place: join(life.root, 'package.json') }),
    'db migrate status': (life: Life) => dbMigrateStatus({ cwd: life.root }, db),
  };
})();

/** A journal that is committed and whole: what it says is done by the next command. */
function leaveJournal({ root }: Pick<Life, 'root'>, path: string): void {
  const bytes = 'x';
  const journal = join(root, '.genlock/journal');
  for (const folder of ['staged', 'before']) mkdirSync(join(journal, folder), { recursive: true });
  const steps = [{ path, after: { digest: digestOf(bytes), mode: 0o644 } }];
  writeFileSync(join(journal, 'committed.json'), sealBody({ version: 1, newRoot: false, folders: [], steps }));
  writeFileSync(join(journal, 'staged/0'), bytes);
}

describe.each(Object.entries(commands))('%s', (_, run) => {
  test('heals first', async () => {
    const life = copied();
    leaveJournal(life, 'left/behind.txt');
    await run(life).catch(() => undefined);
    expect(readFileSync(at(life, 'left/behind.txt'), 'utf8')).toBe('x');
    expect(existsSync(at(life, '.genlock/journal'))).toBe(false);
  });

  test('writes no file of a crafted journal', async () => {
    const life = copied();
    leaveJournal(life, '../outside.txt');
    const before = everything(life);
    expect(await codesOf(run(life))).toEqual(['PROJECT_JOURNAL_INVALID']);
    expect(everything(life)).toEqual(before);
    expect(existsSync(at(life, '../outside.txt'))).toBe(false);
  });

  test('reports the process that holds the lock, and takes over from a dead process', async () => {
    const life = copied();
    const holder = await sleeper();
    const lock = at(life, '.genlock/lock');
    writeFileSync(lock, JSON.stringify({ pid: holder.pid, host: hostname(), command: 'genlock add x' }));
    expect(await codesOf(run(life))).toEqual(['PROJECT_LOCKED']);
    await ended(holder);
    expect(await codesOf(run(life))).not.toContain('PROJECT_LOCKED');
    expect(existsSync(lock)).toBe(false);
  });

  test.each(['a link', 'a file'])('.genlock is %s', async (what) => {
    const life = copied();
    renameSync(at(life, '.genlock'), at(life, '../elsewhere'));
    if (what === 'a link') symlinkSync(at(life, '../elsewhere'), at(life, '.genlock'));
    else writeFileSync(at(life, '.genlock'), '');
    const before = [...treeHash(join(life.root, '..'))];
    expect(await codesOf(run(life))).toEqual([what === 'a link' ? 'PROJECT_LINK' : 'PROJECT_BLOCKED']);
    expect([...treeHash(join(life.root, '..'))]).toEqual(before);
  });
});

async function sleeper(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await end;
}

test('a control: a journal of the same form inside the project is carried out', async () => {
  const life = copied();
  leaveJournal(life, 'inside.txt');
  await projectStatus(life.root);
  expect(existsSync(at(life, 'inside.txt'))).toBe(true);
});

describe('objects', () => {
  const huge = `sha256-${'0'.repeat(64)}`;

  test('one of a gigabyte is refused by its size, not read', async () => {
    const life = copied();
    const file = at(life, `.genlock/objects/${huge}`);
    writeFileSync(file, '');
    // Control: an empty file of that name is removed as unused.
    expect((await life.sync()).status).toBe('changed');
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '');
    truncateSync(file, 1024 ** 3);
    const before = process.memoryUsage().rss;
    expect(await codesOf(life.sync())).toEqual(['PROJECT_OBJECT_INVALID']);
    expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 ** 2);
    expect(existsSync(file)).toBe(true);
  });

  test('does not follow an object that is a link', async () => {
    const life = copied();
    const outside = at(life, '../secret');
    writeFileSync(outside, 'secret');
    symlinkSync(outside, at(life, `.genlock/objects/${digestOf('secret')}`));
    expect(await codesOf(life.sync())).toEqual(['PROJECT_LINK']);
    expect(readFileSync(outside, 'utf8')).toBe('secret');
  });
});

describe('saved plans', () => {
  interface Saved {
    version: number;
    plan: { changes: { path: string; after?: string; owner: string }[] };
  }
  const attacks: Readonly<Record<string, readonly [code: string, edit: (plan: Saved) => void]>> = {
    'another path': ['PROJECT_CHANGED_SINCE_PLAN', ({ plan }) => void (plan.changes[0]!.path = '../outside')],
    'other bytes': ['PROJECT_CHANGED_SINCE_PLAN', ({ plan }) => void (plan.changes[0]!.after = digestOf('evil'))],
    'another owner': ['PROJECT_CHANGED_SINCE_PLAN', ({ plan }) => void (plan.changes[0]!.owner = 'core')],
    'a change less': ['PROJECT_CHANGED_SINCE_PLAN', ({ plan }) => void plan.changes.pop()],
    'another version': ['PROJECT_PLAN_INVALID', (saved) => void (saved.version = 2)],
  };

  test.each(Object.entries(attacks))(
    'with %s are refused; as they were made they are applied',
    async (_, [code, edit]) => {
      const life = copied();
      const [good, bad] = [at(life, '../good.json'), at(life, '../bad.json')];
      await planProject({ cwd: life.root, add: [examplePlugin('reports')], remove: [], out: good }, quietPorts);
      const saved: Saved = JSON.parse(readFileSync(good, 'utf8'));
      edit(saved);
      writeFileSync(bad, JSON.stringify(saved));
      const before = everything(life);
      const agreed = { ...request(life), yes: true };
      expect(new Set(await codesOf(applySaved({ ...agreed, file: bad }, quietPorts)))).toEqual(new Set([code]));
      expect(everything(life)).toEqual(before);
      expect((await applySaved({ ...agreed, file: good }, quietPorts)).status).toBe('changed');
    },
  );
});

const change = (path: string) => ({ kind: 'create', path, owner: 'core', mode: 0o644, after: digestOf('x') }) as const;

test('names that differ only in case are one file for some systems: nothing is written over either', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'README.md'), 'mine\n');
  const apply = (...paths: readonly string[]) =>
    applyPlan({
      root,
      plan: { version: 1, changes: paths.map(change), conflicts: [] },
      contents: new Map([[digestOf('x'), 'x']]),
      command: 'genlock test',
    });
  expect(await codesOf(apply('docs/a.md', 'docs/A.md'))).toEqual(['PROJECT_PATH_INVALID']);
  expect([...treeHash(root).keys()]).toEqual(['README.md']);
});
