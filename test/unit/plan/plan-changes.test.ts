import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addChanges, planChanges } from '../../../src/plan/changes.ts';
import type { Baseline, BaselineFile, Obstacle, Plan, Working, WorkingFile } from '../../../src/plan/plan.ts';
import { planRecords } from '../../../src/plan/records.ts';
import type { Mode, Tree } from '../../../src/core/tree.ts';

/** Readable replacement for a digest, which planning never reads. */
const digestOf = (content: string | Uint8Array): string => `digest of ${String(content)}`;

const baseFile = (content: string, mode: Mode = 0o644): BaselineFile => ({
  digest: digestOf(content),
  mode,
  owner: 'core',
});
const onDisk = (content: string, mode: Mode = 0o644): WorkingFile => ({
  kind: 'file',
  digest: digestOf(content),
  mode,
});
const obstacle = (kind: Obstacle): WorkingFile => ({ kind: 'obstacle', obstacle: kind });
const treeOf = (entries: Iterable<readonly [string, string]>): Tree =>
  new Map([...entries].map(([path, content]) => [path, { content, mode: 0o644, owner: 'core' }]));

/**
 * Every case of base × working × desired for one file. `-` is absent, letters are contents, and `!` is not a file. The
 * last two columns are the outcome and the content of the next baseline.
 */
const matrix: readonly (readonly [base: string, working: string, desired: string, outcome: string, next: string])[] = [
  ['-', '-', 'a', 'create a', 'a'],
  ['-', 'a', 'a', 'nothing', 'a'],
  ['-', 'b', 'a', 'conflict exists', '-'],
  ['-', '!', 'a', 'conflict blocked', '-'],
  ['a', '-', '-', 'nothing', '-'],
  ['a', '-', 'a', 'nothing', 'a'],
  ['a', '-', 'b', 'nothing', 'a'],
  ['a', 'a', '-', 'delete a', '-'],
  ['a', 'a', 'a', 'nothing', 'a'],
  ['a', 'a', 'b', 'update a b', 'b'],
  ['a', 'b', '-', 'conflict deleted', 'a'],
  ['a', 'b', 'a', 'nothing', 'a'],
  ['a', 'b', 'b', 'nothing', 'b'],
  ['a', 'c', 'b', 'conflict edited', 'a'],
  ['a', '!', '-', 'conflict blocked', 'a'],
  ['a', '!', 'a', 'nothing', 'a'],
  ['a', '!', 'b', 'conflict blocked', 'a'],
];

function versions(
  base: string,
  working: string,
  desired: string,
): { baseline: Baseline; working: Working; desired: Tree } {
  return {
    baseline: new Map(base === '-' ? [] : [['f', baseFile(base)]]),
    working: new Map(working === '-' ? [] : [['f', working === '!' ? obstacle('link') : onDisk(working)]]),
    desired: treeOf(desired === '-' ? [] : [['f', desired]]),
  };
}

const short = (digest: string): string => digest.replace('digest of ', '');

function outcomeOf({ changes, conflicts }: Plan): string {
  const [change] = changes;
  if (change?.kind === 'create') return `create ${short(change.after)}`;
  if (change?.kind === 'update') return `update ${short(change.before)} ${short(change.after)}`;
  if (change?.kind === 'delete') return `delete ${short(change.before)}`;
  return conflicts[0] ? `conflict ${conflicts[0].reason}` : 'nothing';
}

describe('one file, three versions', () => {
  test.each(matrix.map((row) => ({ row })))('base, working, desired, outcome, next base: $row', ({ row }) => {
    const [base, working, desired, outcome, next] = row;
    const planned = planChanges({ ...versions(base, working, desired), digestOf });
    expect(outcomeOf(planned.plan)).toBe(outcome);
    expect(planned.plan.changes.length + planned.plan.conflicts.length).toBe(outcome === 'nothing' ? 0 : 1);
    expect(planned.baseline.get('f')?.digest).toBe(next === '-' ? undefined : digestOf(next));
  });

  test('the matrix has every case once', () => {
    const cases = ['-', 'a'].flatMap((base) =>
      (base === '-' ? ['-', 'a', 'b', '!'] : ['-', 'a', 'b', 'c', '!']).flatMap((working) =>
        (base === '-' ? ['a'] : ['-', 'a', 'b']).map((desired) => [base, working, desired].join(' ')),
      ),
    );
    const listed = new Set(matrix.map((row) => row.slice(0, 3).join(' ')));
    // `c` is a user edit that differs from Genlock’s edit, so it needs a changed `b`.
    expect(cases.filter((text) => !listed.has(text))).toEqual(['a c -', 'a c a']);
    expect(listed.size).toBe(matrix.length);
  });

  const modes: readonly (readonly [base: Mode, working: Mode, desired: Mode, result: string])[] = [
    [0o644, 0o644, 0o644, 'none'],
    [0o644, 0o644, 0o755, '755'],
    [0o644, 0o755, 0o644, 'none'],
    [0o644, 0o755, 0o755, 'none'],
    [0o755, 0o755, 0o644, '644'],
    [0o755, 0o644, 0o755, 'none'],
  ];
  test.each(modes.map((row) => ({ row })))('merges the executable bit: $row', ({ row }) => {
    const [base, working, desired, result] = row;
    const { plan } = planChanges({
      baseline: new Map([['f', baseFile('a', base)]]),
      working: new Map([['f', onDisk('a', working)]]),
      desired: new Map([['f', { content: 'a', mode: desired, owner: 'core' }]]),
      digestOf,
    });
    expect(plan.changes.map((change) => ('mode' in change ? change.mode.toString(8) : ''))).toEqual(
      result === 'none' ? [] : [result],
    );
  });

  test('keeps the executable bit of the user if the content changes', () => {
    const { plan } = planChanges({
      baseline: new Map([['f', baseFile('a')]]),
      working: new Map([['f', onDisk('a', 0o755)]]),
      desired: treeOf([['f', 'b']]),
      digestOf,
    });
    expect(plan.changes).toMatchObject([{ kind: 'update', mode: 0o755 }]);
  });
});

describe('conflicts between files and folders', () => {
  test('a user file blocks paths that need a folder in its place', () => {
    const { plan } = planChanges({
      baseline: new Map(),
      working: new Map([['a', onDisk('mine')]]),
      desired: treeOf([
        ['a/b', 'x'],
        ['c', 'y'],
      ]),
      digestOf,
    });
    expect(plan.conflicts).toMatchObject([{ path: 'a/b', reason: 'blocked' }]);
    expect(plan.changes).toMatchObject([{ kind: 'create', path: 'c' }]);
  });

  test('a generated file is replaced by a folder', () => {
    const { plan } = planChanges({
      baseline: new Map([['a', baseFile('old')]]),
      working: new Map([['a', onDisk('old')]]),
      desired: treeOf([['a/b', 'x']]),
      digestOf,
    });
    expect(plan.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['delete a', 'create a/b']);
    expect(plan.conflicts).toEqual([]);
  });

  test('a folder at the path of a deleted file does not block other paths', () => {
    const { plan } = planChanges({
      baseline: new Map([['a', baseFile('old')]]),
      working: new Map([['a', obstacle('folder')]]),
      desired: treeOf([['a/b', 'x']]),
      digestOf,
    });
    expect(plan.changes).toMatchObject([{ kind: 'create', path: 'a/b' }]);
  });
});

const isThere = (tree: Working, path: string, text: string): boolean => {
  const found = tree.get(path);
  return found?.kind === 'file' && found.digest === digestOf(text);
};

describe('whole plans', () => {
  const content = fc.constantFrom('1', '2', '3');
  const files = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd/e', 'd/f'), content);

  test('an applied plan contains the desired files and all user edits, and a second plan is empty', () => {
    fc.assert(
      fc.property(files, files, files, (base, edited, desired) => {
        const inputs = {
          baseline: new Map(Object.entries(base).map(([path, text]) => [path, baseFile(text)])),
          working: new Map(Object.entries(edited).map(([path, text]) => [path, onDisk(text)])),
          desired: treeOf(Object.entries(desired)),
          digestOf,
        };
        const { plan, baseline } = planChanges(inputs);
        const result = new Map<string, WorkingFile>(inputs.working);
        for (const change of plan.changes) {
          if (change.kind === 'delete') result.delete(change.path);
          else result.set(change.path, { kind: 'file', digest: change.after, mode: change.mode });
        }
        const edits = Object.entries(edited).filter(([path, text]) => text !== base[path]);
        expect(edits.filter(([path, text]) => !isThere(result, path, text))).toEqual([]);
        const untouched = Object.entries(desired).filter(([path]) => edited[path] === base[path]);
        expect(untouched.filter(([path, text]) => !isThere(result, path, text))).toEqual([]);
        const again = planChanges({ ...inputs, baseline, working: result });
        expect(again.plan.changes).toEqual([]);
        expect(again.plan.conflicts).toEqual(plan.conflicts);
        expect(again.baseline).toEqual(baseline);
      }),
      { numRuns: 2000 },
    );
  });

  test('writes records unchanged over any existing file, and sorts them into the plan', () => {
    const { changes, contents } = planRecords({
      files: new Map([
        ['same', 'x'],
        ['new', 'y'],
        ['other', 'z'],
        ['gone', undefined],
        ['never', undefined],
      ]),
      working: new Map([
        ['same', onDisk('x')],
        ['other', onDisk('edited')],
        ['gone', onDisk('old')],
      ]),
      digestOf,
    });
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['delete gone', 'create new', 'update other']);
    expect([...contents.values()]).toEqual(['y', 'z']);
    const plan = addChanges(planChanges({ ...versions('-', '-', 'a'), digestOf }).plan, changes);
    expect(plan.changes.map(({ path }) => path)).toEqual(['f', 'gone', 'new', 'other']);
  });
});
