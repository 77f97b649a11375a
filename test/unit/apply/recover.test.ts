import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../../src/apply/apply.ts';
import { sealBody, type JournalBody } from '../../../src/apply/journal.ts';
import { recover } from '../../../src/apply/recover.ts';
import { digestOf } from '../../../src/core/digest.ts';
import { openProject } from '../../../src/project/open.ts';
import { prepareChanges } from '../../../src/project/prepare.ts';
import type { Tree } from '../../../src/core/tree.ts';
import { changing, diesAt, faulty, unsynced } from '../../support/crash/faulty-file-system.ts';
import { change, snapshot } from '../../support/crash/scenario.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const command = 'genlock test';
const healed = async (root: string): Promise<string> => (await recover({ root, command })).healed;

interface Crafted {
  readonly state: 'prepared' | 'committed' | 'aborted';
  readonly body: Partial<JournalBody>;
  /** Content by index. */
  readonly staged?: readonly string[];
  readonly before?: readonly string[];
}

/** Creates a project with a journal that an attacker might have written. */
function craft(root: string, { state, body, staged = [], before = [] }: Crafted): void {
  const journal = join(root, '.genlock/journal');
  for (const folder of ['staged', 'before']) mkdirSync(join(journal, folder), { recursive: true });
  writeFileSync(
    join(journal, `${state}.json`),
    sealBody({ version: 1, newRoot: false, folders: [], steps: [], ...body }),
  );
  for (const [index, bytes] of staged.entries()) writeFileSync(join(journal, `staged/${String(index)}`), bytes);
  for (const [index, bytes] of before.entries()) writeFileSync(join(journal, `before/${String(index)}`), bytes);
}

const creates = (path: string, bytes = 'x'): JournalBody['steps'][number] => ({
  path,
  after: { digest: digestOf(bytes), mode: 0o644 },
});

describe('an interrupted change is completed or undone', () => {
  test('completes a committed change', async () => {
    const root = temporaryFolder();
    craft(root, { state: 'committed', body: { steps: [creates('a/b.ts')] }, staged: ['x'] });
    expect(openProject(root).state).toBe('interrupted');
    expect(await recover({ root, command })).toEqual({ healed: 'finished', files: ['a/b.ts'], rootRemoved: false });
    expect(readFileSync(join(root, 'a/b.ts'), 'utf8')).toBe('x');
    expect(existsSync(join(root, '.genlock'))).toBe(false);
    expect(await healed(root)).toBe('none');
  });

  test('undoes a prepared change', async () => {
    const root = temporaryFolder();
    craft(root, { state: 'prepared', body: { steps: [creates('a/b.ts')] }, staged: ['x'] });
    expect(await healed(root)).toBe('rolled-back');
    expect(readdirSync(root)).toEqual([]);
  });

  test('changes nothing without a journal', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'mine.txt'), 'x');
    expect(await healed(root)).toBe('none');
    expect(await healed(join(root, 'absent'))).toBe('none');
    expect(readdirSync(root)).toEqual(['mine.txt']);
  });
});

const committed =
  (body: Partial<JournalBody>) =>
  (root: string): void =>
    craft(root, { state: 'committed', body, staged: ['x'] });

describe('a manipulated journal', () => {
  const cases: Readonly<Record<string, (root: string, outside: string) => void>> = {
    'a path outside': committed({ steps: [creates('../outside.ts')] }),
    'an absolute path': committed({ steps: [creates('/tmp/genlock-outside.ts')] }),
    "git's own folder": committed({ steps: [creates('.git/hooks/post-checkout')] }),
    'a folder outside': committed({ steps: [creates('a.ts')], folders: ['../made'] }),
    'its own journal': committed({ steps: [creates('.genlock/journal/aborted.json')] }),
    'bytes that don’t match': (root) =>
      craft(root, { state: 'committed', body: { steps: [creates('a.ts', 'good')] }, staged: ['evil'] }),
    'old bytes that don’t match': (root) =>
      craft(root, {
        state: 'aborted',
        body: { steps: [{ path: 'a.ts', before: { digest: digestOf('good'), mode: 0o644 } }] },
        before: ['evil'],
      }),
    'bytes of no step': (root) => craft(root, { state: 'committed', body: { steps: [] }, staged: ['x'] }),
    'a broken seal': (root) => {
      craft(root, { state: 'committed', body: { steps: [creates('a.ts')] }, staged: ['x'] });
      const plan = join(root, '.genlock/journal/committed.json');
      writeFileSync(plan, readFileSync(plan, 'utf8').replace('a.ts', 'b.ts'));
    },
    'an unknown form': (root) => {
      craft(root, { state: 'committed', body: {} });
      const text = '{"version":2}\n';
      writeFileSync(join(root, '.genlock/journal/committed.json'), `${digestOf(text)}\n${text}`);
    },
    'two states at once': (root) => {
      craft(root, { state: 'committed', body: {} });
      craft(root, { state: 'aborted', body: {} });
    },
    'an unknown file': (root) => {
      craft(root, { state: 'prepared', body: {} });
      writeFileSync(join(root, '.genlock/journal/extra'), 'x');
    },
    'staged bytes that are a link': (root, outside) => {
      craft(root, { state: 'committed', body: { steps: [creates('a.ts', 'secret')] } });
      writeFileSync(join(outside, 'secret'), 'secret');
      symlinkSync(join(outside, 'secret'), join(root, '.genlock/journal/staged/0'));
    },
    'a journal that is a link': (root, outside) => {
      craft(outside, { state: 'committed', body: { steps: [creates('a.ts')] }, staged: ['x'] });
      mkdirSync(join(root, '.genlock'));
      symlinkSync(join(outside, '.genlock/journal'), join(root, '.genlock/journal'));
    },
  };

  test.each(Object.entries(cases))('%s: refused without a change', async (_, prepare) => {
    const folder = temporaryFolder();
    const [root, outside] = [join(folder, 'app'), join(folder, 'elsewhere')];
    for (const path of [root, outside]) mkdirSync(path);
    prepare(root, outside);
    const before = snapshot(folder);
    await expect(recover({ root, command })).rejects.toMatchObject({ code: 'PROJECT_JOURNAL_INVALID' });
    expect(snapshot(folder)).toBe(before);
  });

  test.each([
    ['a folder on the way is a link', 'lib/a.ts', 'PROJECT_LINK'],
    ['the file is a link', 'link.ts', 'PROJECT_LINK'],
  ])('%s: refused without a change', async (_, path, code) => {
    const folder = temporaryFolder();
    const [root, outside] = [join(folder, 'app'), join(folder, 'elsewhere')];
    for (const path of [root, outside]) mkdirSync(path);
    symlinkSync(outside, join(root, 'lib'));
    symlinkSync(join(outside, 'a.ts'), join(root, 'link.ts'));
    craft(root, { state: 'committed', body: { steps: [creates('first.ts'), creates(path)] }, staged: ['x', 'x'] });
    const before = snapshot(folder);
    await expect(recover({ root, command })).rejects.toMatchObject({ code });
    expect(snapshot(folder)).toBe(before);
  });

  test.each(['a link', 'a file'])('refuses a project whose .genlock is %s', async (what) => {
    const folder = temporaryFolder();
    const root = join(folder, 'app');
    mkdirSync(root);
    if (what === 'a file') writeFileSync(join(root, '.genlock'), '');
    else symlinkSync(folder, join(root, '.genlock'));
    const code = what === 'a file' ? 'PROJECT_BLOCKED' : 'PROJECT_LINK';
    await expect(recover({ root, command })).rejects.toMatchObject({ code });
    expect(() => openProject(root)).toThrowError(expect.objectContaining({ code }));
  });

  test('leaves a folder alone that only has the name of a staging folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.app.genlock-new/.genlock'), { recursive: true });
    writeFileSync(join(folder, '.app.genlock-new/.genlock/precious.txt'), 'x');
    const before = snapshot(folder);
    expect(await healed(join(folder, 'app'))).toBe('none');
    expect(snapshot(folder)).toBe(before);
  });
});

/** Interrupts the change at the first rename after the given number of replaced files. */
async function interrupted(folder: string, placed: number): Promise<string> {
  await change.setUp(folder);
  let renames = 0;
  let dead = false;
  const fs = faulty(unsynced, {
    calls: changing,
    before: (_, call) => {
      if (call === 'rename') renames += 1;
      // The first rename commits.
      dead ||= renames > placed + 1;
      if (dead) throw Object.assign(new Error('dead'), { code: 'EIO' });
    },
  });
  await expect(change.run(folder, fs)).rejects.toThrow('write');
  rmSync(join(folder, 'app/.genlock/lock'));
  return join(folder, 'app');
}

describe('edits between an interruption and the next command', () => {
  test('undoes the change if a pending file was edited', async () => {
    const folder = temporaryFolder();
    const root = await interrupted(folder, 3);
    const expected = snapshot(folder);
    expect(expected).toContain('journal/committed.json');
    writeFileSync(join(root, 'server/file-00.ts'), 'edited after the crash\n');
    expect(await healed(root)).toBe('rolled-back');
    expect(readFileSync(join(root, 'server/file-00.ts'), 'utf8')).toBe('edited after the crash\n');
    expect(existsSync(join(root, 'aaa.ts'))).toBe(false);
  });

  test('refuses if replaced and pending files were edited, and completes after one was moved away', async () => {
    const folder = temporaryFolder();
    const root = await interrupted(folder, 9);
    const [replaced, waiting] = [join(root, 'client/components/file-03.ts'), join(root, 'server/file-00.ts')];
    expect(readFileSync(replaced, 'utf8')).toBe('changed too\n');
    for (const file of [replaced, waiting]) writeFileSync(file, 'edited after the crash\n');
    const before = snapshot(folder);
    await expect(recover({ root, command })).rejects.toMatchObject({
      code: 'PROJECT_CHANGED_SINCE_PLAN',
      problems: [{ where: { file: 'server/file-00.ts' } }, { where: { file: 'client/components/file-03.ts' } }],
    });
    expect(snapshot(folder)).toBe(before);
    rmSync(waiting);
    expect(await healed(root)).toBe('finished');
    expect(readFileSync(replaced, 'utf8')).toBe('edited after the crash\n');
    expect(readFileSync(waiting, 'utf8')).toBe('changed\n');
  });

  test('refuses a truncated staged file without a change', async () => {
    const folder = temporaryFolder();
    const root = await interrupted(folder, 0);
    truncateSync(join(root, '.genlock/journal/staged/0'), 1);
    const before = snapshot(folder);
    await expect(recover({ root, command })).rejects.toMatchObject({ code: 'PROJECT_JOURNAL_INVALID' });
    expect(snapshot(folder)).toBe(before);
  });
});

const prepared = (root: string, desired: Tree) => ({
  root,
  command,
  fs: unsynced,
  ...prepareChanges({ root, desired, records: new Map([['genlock.json', '{}\n']]), objects: new Map() }),
});

describe('random projects', () => {
  const text = fc.constantFrom('one\n', 'two\n', 'three\n');
  const tree = fc
    .dictionary(fc.constantFrom('a.ts', 'b/c.ts', 'b/d/e.ts', 'f/g.ts', 'h.md', 'i/j/k/l.ts'), text)
    .map(
      (files): Tree =>
        new Map(Object.entries(files).map(([path, content]) => [path, { content, mode: 0o644, owner: 'core' }])),
    );

  test('a plan creates the requested files, a second plan is empty, and a removal deletes all files', async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, async (first, second) => {
        const root = join(temporaryFolder(), 'app');
        for (const desired of [first, second]) {
          await applyPlan(prepared(root, desired));
          for (const [path, { content }] of desired) expect(readFileSync(join(root, path), 'utf8')).toBe(content);
          expect(prepared(root, desired).plan).toMatchObject({ changes: [], conflicts: [] });
        }
        await applyPlan(prepared(root, new Map()));
        expect(readdirSync(root).toSorted()).toEqual(['.genlock', 'genlock.json']);
        rmSync(dirname(root), { recursive: true });
      }),
      { numRuns: 60 },
    );
  });

  test('an interruption at any point results in the state before or after the change', async () => {
    const ends = { before: 0, after: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(tree, tree),
        fc.tuple(fc.nat(120), fc.nat(40)),
        async ([first, second], [at, again]) => {
          const folder = temporaryFolder();
          const root = join(folder, 'app');
          await applyPlan(prepared(root, first));
          const before = snapshot(folder);
          await applyPlan({ ...prepared(root, second), fs: diesAt(unsynced, at) }).catch(() => {});
          await recover({ root, command, fs: diesAt(unsynced, again) }).catch(() => {});
          await recover({ root, command });
          const end = snapshot(folder) === before ? 'before' : 'after';
          ends[end] += 1;
          const left = prepared(root, end === 'before' ? first : second).plan;
          expect(left).toMatchObject({ changes: [], conflicts: [] });
          expect(await healed(root)).toBe('none');
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: 100 },
    );
    expect(Math.min(ends.before, ends.after)).toBeGreaterThan(0);
  });
});
