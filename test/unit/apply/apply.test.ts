import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPlan, type ApplyRequest } from '../../../src/apply/apply.ts';
import { nodeFileSystem } from '../../../src/apply/file-system.ts';
import type { Change } from '../../../src/plan/plan.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { systemError } from '../../support/crash/faulty-file-system.ts';
import { snapshot } from '../../support/crash/scenario.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Creates a request that writes the given files. `before` contains the files that the plan expects. */
function requestFor(
  root: string,
  files: Readonly<Record<string, { before?: string; after?: string; mode?: 0o644 | 0o755 }>>,
): ApplyRequest {
  const changes = Object.entries(files).map(([path, { before, after, mode = 0o644 }]): Change => {
    const target = { path, owner: 'core' };
    if (after === undefined) return { kind: 'delete', ...target, before: digestOf(before ?? '') };
    if (before === undefined) return { kind: 'create', ...target, mode, after: digestOf(after) };
    return { kind: 'update', ...target, mode, before: digestOf(before), after: digestOf(after) };
  });
  const contents = Object.values(files).flatMap(({ after }) => (after === undefined ? [] : [after]));
  return {
    root,
    command: 'genlock test',
    plan: { version: 1, changes, conflicts: [] },
    contents: new Map(contents.map((content) => [digestOf(content), content])),
  };
}

const write = (path: string, text: string): void => writeFileSync(path, text);
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

describe('written files', () => {
  test('creates, replaces and deletes files, reports them, and removes empty folders', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'old/deep'), { recursive: true });
    write(join(root, 'old/deep/gone.ts'), 'gone');
    write(join(root, 'kept.ts'), 'one');
    const receipt = await applyPlan(
      requestFor(root, {
        'a/b/new.ts': { after: 'new' },
        'kept.ts': { before: 'one', after: 'two' },
        'old/deep/gone.ts': { before: 'gone' },
      }),
    );
    expect(receipt).toEqual({ created: ['a/b/new.ts'], updated: ['kept.ts'], deleted: ['old/deep/gone.ts'], kept: [] });
    expect(readFileSync(join(root, 'kept.ts'), 'utf8')).toBe('two');
    expect(readdirSync(root).toSorted()).toEqual(['a', 'kept.ts']);
  });

  test.each([0o000, 0o022, 0o077])('sets modes independently of the umask %o', async (mask) => {
    const root = join(temporaryFolder(), 'app');
    const old = process.umask(mask);
    try {
      await applyPlan({
        ...requestFor(root, { 'a.ts': { after: 'a' }, 'run.sh': { after: 'b', mode: 0o755 } }),
        secrets: [{ path: '.env', content: 'A=1\n' }],
      });
    } finally {
      process.umask(old);
    }
    expect(['a.ts', 'run.sh', '.env'].map((path) => modeOf(join(root, path)))).toEqual(['644', '755', '600']);
  });

  test('keeps an existing secret file, and replaces it if the plan names the old digest', async () => {
    const root = temporaryFolder();
    write(join(root, '.env'), 'MINE=1\n');
    const kept = await applyPlan({ ...requestFor(root, {}), secrets: [{ path: '.env', content: 'A=1\n' }] });
    expect(kept.kept).toEqual(['.env']);
    expect(readFileSync(join(root, '.env'), 'utf8')).toBe('MINE=1\n');
    const secret = { path: '.env', content: 'MINE=1\nA=1\n', before: digestOf('MINE=1\n') };
    await applyPlan({ ...requestFor(root, {}), secrets: [secret] });
    expect(readFileSync(join(root, '.env'), 'utf8')).toBe('MINE=1\nA=1\n');
  });

  test('opens at most 64 of many files and folders at the same time', async () => {
    let [open, most] = [0, 0];
    const fs = {
      ...nodeFileSystem,
      sync: async (path: string, kind: 'file' | 'folder') => {
        most = Math.max(most, (open += 1));
        await nodeFileSystem.sync(path, kind);
        open -= 1;
      },
    };
    const paths = Array.from({ length: 100 }, (_, index) => `folder-${index}/a.ts`);
    const root = join(temporaryFolder(), 'app');
    await applyPlan({ ...requestFor(root, Object.fromEntries(paths.map((path) => [path, { after: path }]))), fs });
    expect(most).toBe(64);
    expect(readdirSync(root)).toHaveLength(100);
  });

  test('an empty plan changes no files and creates no lock', async () => {
    const root = join(temporaryFolder(), 'app');
    await applyPlan(requestFor(root, {}));
    expect(existsSync(root)).toBe(false);
  });

  test('creates folders above a new root and removes them if the plan fails', async () => {
    const folder = temporaryFolder();
    const root = join(folder, 'a/b/app');
    await expect(applyPlan({ ...requestFor(root, { 'x.ts': { before: 'there', after: 'x' } }) })).rejects.toMatchObject(
      { code: 'PROJECT_CHANGED_SINCE_PLAN' },
    );
    expect(snapshot(folder)).toBe('');
    await applyPlan(requestFor(root, { 'x.ts': { after: 'x' } }));
    expect(readdirSync(root)).toEqual(['x.ts']);
  });
});

describe('a file that changed after planning stops all changes', () => {
  const cases: readonly (readonly [string, (root: string) => void, ApplyRequest['plan']['changes'][number]['kind']])[] =
    [
      ['edited', (root) => write(join(root, 'f.ts'), 'edited'), 'update'],
      ['edited before it is deleted', (root) => write(join(root, 'f.ts'), 'edited'), 'delete'],
      ['gone', () => {}, 'update'],
      ['appeared', (root) => write(join(root, 'f.ts'), 'mine'), 'create'],
    ];
  test.each(cases.map(([name, disturb, kind]) => ({ name, disturb, kind })))('$name', async ({ disturb, kind }) => {
    const root = temporaryFolder();
    disturb(root);
    const file = { create: { after: 'new' }, update: { before: 'old', after: 'new' }, delete: { before: 'old' } }[kind];
    const before = snapshot(root);
    await expect(applyPlan(requestFor(root, { 'a.ts': { after: 'a' }, 'f.ts': file }))).rejects.toMatchObject({
      code: 'PROJECT_CHANGED_SINCE_PLAN',
      problems: [{ where: { file: 'f.ts' } }],
    });
    expect(snapshot(root)).toBe(before);
  });

  test('detects an edit made after staging and restores the files already replaced', async () => {
    const root = temporaryFolder();
    write(join(root, 'a.ts'), 'old a');
    write(join(root, 'b.ts'), 'old b');
    const fs: typeof nodeFileSystem = {
      ...nodeFileSystem,
      rename: async (from, to) => {
        await nodeFileSystem.rename(from, to);
        if (to === join(root, 'a.ts') && from.includes('staged')) write(join(root, 'b.ts'), 'edited just now');
      },
    };
    const request = requestFor(root, {
      'a.ts': { before: 'old a', after: 'A' },
      'b.ts': { before: 'old b', after: 'B' },
    });
    await expect(applyPlan({ ...request, fs })).rejects.toMatchObject({ code: 'PROJECT_CHANGED_SINCE_PLAN' });
    expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('old a');
    expect(readFileSync(join(root, 'b.ts'), 'utf8')).toBe('edited just now');
    expect(readdirSync(root)).toEqual(['a.ts', 'b.ts']);
  });
});

describe('paths outside of the root', () => {
  test.each([
    ['a folder that is a link', (root: string, outside: string) => symlinkSync(outside, join(root, 'lib'))],
    [
      'a link further up',
      (root: string, outside: string) => {
        mkdirSync(join(outside, 'inner'));
        symlinkSync(outside, join(root, 'lib'));
      },
    ],
    [
      'a dangling link as the file',
      (root: string, outside: string) => {
        mkdirSync(join(root, 'lib'));
        symlinkSync(join(outside, 'x.ts'), join(root, 'lib/x.ts'));
      },
    ],
    ['the records’ folder is a link', (root: string, outside: string) => symlinkSync(outside, join(root, '.genlock'))],
  ])('%s is refused', async (_, prepare) => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    prepare(root, outside);
    const before = snapshot(outside);
    await expect(applyPlan(requestFor(root, { 'lib/x.ts': { after: 'x' } }))).rejects.toMatchObject({
      code: 'PROJECT_LINK',
    });
    expect(snapshot(outside)).toBe(before);
    expect(existsSync(join(root, '.genlock/journal'))).toBe(false);
  });

  test('control: a simple writer follows the same links to the outside', () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(outside, join(root, 'lib'));
    symlinkSync(join(outside, 'dangling.ts'), join(root, 'x.ts'));
    write(join(root, 'lib/x.ts'), 'x');
    write(join(root, 'x.ts'), 'x');
    expect(readdirSync(outside).toSorted()).toEqual(['dangling.ts', 'x.ts']);
  });

  test('a file where a folder is needed, a folder where a file is', async () => {
    const root = temporaryFolder();
    write(join(root, 'lib'), 'a file');
    mkdirSync(join(root, 'x.ts'));
    const before = snapshot(root);
    for (const path of ['lib/x.ts', 'x.ts']) {
      await expect(applyPlan(requestFor(root, { [path]: { after: 'x' } }))).rejects.toMatchObject({
        code: 'PROJECT_BLOCKED',
      });
    }
    expect(snapshot(root)).toBe(before);
  });

  test.each(['../x', '/etc/x', 'a/../../x', '.git/hooks/x', '.GIT/config', 'CON', '.genlock/journal/committed.json'])(
    'refuses the path %j',
    async (path) => {
      const root = temporaryFolder();
      await expect(applyPlan(requestFor(root, { [path]: { after: 'x' } }))).rejects.toMatchObject({
        code: 'PROJECT_PATH_INVALID',
      });
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test('refuses paths that differ only by case, on every file system', async () => {
    const request = requestFor(temporaryFolder(), { 'src/App.ts': { after: 'a' }, 'SRC/app.ts': { after: 'b' } });
    await expect(applyPlan(request)).rejects.toMatchObject({ code: 'PROJECT_PATH_INVALID' });
  });
});

describe('a manipulated plan', () => {
  const cases: Readonly<Record<string, (request: ApplyRequest) => Partial<ApplyRequest>>> = {
    'other bytes': () => ({ contents: new Map([[digestOf('a'), 'evil']]) }),
    'no bytes': () => ({ contents: new Map() }),
    'another version': ({ plan }) => JSON.parse(JSON.stringify({ plan: { ...plan, version: 2 } })),
    'a mode of its own': ({ plan }) =>
      JSON.parse(JSON.stringify({ plan: { ...plan, changes: [{ ...plan.changes[0], mode: 0o4755 }] } })),
  };
  test.each(Object.entries(cases))('%s: refused', async (_, tamper) => {
    const request = requestFor(temporaryFolder(), { 'a.ts': { after: 'a' } });
    await expect(applyPlan({ ...request, ...tamper(request) })).rejects.toMatchObject({ code: 'PROJECT_PLAN_INVALID' });
    expect(readdirSync(request.root)).toEqual([]);
  });
});

describe('a folder without write permission', () => {
  test.each([
    ['EACCES', expect.stringContaining('writable')],
    ['ENOSPC', expect.stringContaining('space')],
    ['EROFS', undefined],
    ['EXDEV', undefined],
  ])('%s: names the file and changes nothing', async (code, hint) => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'closed'));
    const before = snapshot(root);
    const fs: typeof nodeFileSystem = {
      ...nodeFileSystem,
      rename: (from, to) =>
        to.includes('closed') ? Promise.reject(systemError(code)) : nodeFileSystem.rename(from, to),
    };
    const request = requestFor(root, { 'a.ts': { after: 'a' }, 'closed/x.ts': { after: 'x' } });
    await expect(applyPlan({ ...request, fs })).rejects.toMatchObject({
      code: 'PROJECT_WRITE_FAILED',
      problems: [{ where: { file: 'closed/x.ts' }, ...(hint !== undefined && { hint }) }],
    });
    expect(snapshot(root)).toBe(before);
    await applyPlan(request);
    expect(readdirSync(root)).toEqual(['a.ts', 'closed']);
  });
});
