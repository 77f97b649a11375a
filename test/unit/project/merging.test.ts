import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConflicts } from '../../../src/project/file-records.ts';
import { prepareResolution } from '../../../src/project/resolve.ts';
import { conflictsPath, keptPath } from '../../../src/project/records.ts';
import { base, Project, rival, theirs, throwsCode, yours } from './edited-project.ts';

describe('a file that both sides changed', () => {
  test('is merged and keeps the edits of the user later', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    expect((await project.sync({ 'a.txt': theirs })).merged).toEqual(['a.txt']);
    expect(project.read('a.txt')).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
    await project.sync({ 'a.txt': base });
    expect(project.read('a.txt')).toBe(yours);
  });

  test('conflicts block only this file, and markers are written only on request', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': base });
    project.write('a.txt', yours);
    const planned = await project.sync({ 'a.txt': rival, 'b.txt': theirs });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'edited', owner: 'notes' }]);
    expect([project.read('a.txt'), project.read('b.txt')]).toEqual([yours, theirs]);
    expect(project.has(conflictsPath)).toBe(false);
  });

  test('is a conflict if its base is lost', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    rmSync(join(project.root, '.genlock/objects'), { recursive: true });
    expect(project.prepare({ 'a.txt': theirs }).plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'edited' }]);
  });

  test('is merged by lines on request', async () => {
    const project = new Project();
    await project.sync({ 'a.json': '{\n  "a": 1,\n  "b": 1\n}\n' });
    project.write('a.json', '{\n  "a": 2,\n  "b": 1\n}\n');
    const desired = { 'a.json': '{\n  "a": 1,\n  "b": 2\n}\n' };
    expect(project.prepare(desired).merged).toEqual(['a.json']);
    expect(project.prepare(desired, { mergeModeOf: () => 'lines' }).plan.conflicts).toHaveLength(1);
    expect(project.prepare(desired, { mergeModeOf: () => 'none' }).plan.conflicts).toHaveLength(1);
  });
});

const marked = async (): Promise<Project> => {
  const project = new Project();
  await project.sync({ 'a.txt': base, 'b.txt': base, 'c.bin': 'c\0' });
  project.write('a.txt', yours);
  project.write('b.txt', yours);
  project.write('c.bin', 'c\0mine');
  await project.sync({ 'a.txt': rival, 'c.bin': 'c\0rival' }, { conflicts: 'mark' });
  return project;
};

describe('marked conflicts', () => {
  test('are in the file and recorded, and the file does not change until they are resolved', async () => {
    const project = await marked();
    expect(project.read('a.txt')).toContain('<<<<<<< yours\nmine\n||||||| as generated before\none\n=======\nrival\n');
    expect([...readConflicts(project.root)].map(([path, { reason }]) => `${path} ${reason}`)).toEqual([
      'a.txt edited',
      'b.txt deleted',
      'c.bin edited',
    ]);
    expect(project.read('c.bin')).toBe('c\0mine');
    const again = await project.sync({ 'a.txt': `${rival}more\n`, 'c.bin': 'c\0rival' }, { conflicts: 'mark' });
    expect(again.plan.conflicts.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'a.txt open',
      'b.txt open',
      'c.bin open',
    ]);
  });

  test('stay open while markers exist, and then end with the current file', async () => {
    const project = await marked();
    const first = prepareResolution(project.root, 'continue');
    expect([...first.open.keys()]).toEqual(['a.txt']);
    await project.apply(first.planned);
    project.write('a.txt', base.replace('one', 'both'));
    const { planned, open } = prepareResolution(project.root, 'continue');
    expect(open.size).toBe(0);
    await project.apply(planned);
    expect([project.has(conflictsPath), project.has('b.txt')]).toEqual([false, true]);
    const after = await project.sync({ 'a.txt': `${rival}more\n`, 'c.bin': 'c\0rival' });
    expect(after.plan.conflicts).toEqual([]);
    expect(project.read('a.txt')).toBe(`${base.replace('one', 'both')}more\n`);
    expect(project.read('c.bin')).toBe('c\0mine');
    expect(prepareResolution(project.root, 'continue').planned.plan.changes).toEqual([]);
  });

  test.each(['as marked', 'edited since', 'deleted since'])(
    'aborted, every file has the content of the user: %s',
    async (state) => {
      const project = await marked();
      if (state === 'edited since') project.write('a.txt', 'something else\n');
      if (state === 'deleted since') rmSync(join(project.root, 'a.txt'));
      await project.apply(prepareResolution(project.root, 'abort').planned);
      expect([project.read('a.txt'), project.read('b.txt'), project.read('c.bin')]).toEqual([yours, yours, 'c\0mine']);
      expect(project.has(conflictsPath)).toBe(false);
      const again = project.prepare({ 'a.txt': rival, 'c.bin': 'c\0rival' });
      expect(again.plan.conflicts.map(({ reason }) => reason)).toEqual(['edited', 'edited']);
    },
  );

  test.each([
    ['at its place', 'b.txt'],
    ['moved', 'lib/b.txt'],
  ])('aborted, an edited file stays with the user until it is generated again: %s', async (_, place) => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': base });
    if (place !== 'b.txt') project.move('b.txt', place);
    await project.sync({ 'a.txt': base, 'b.txt': base });
    project.write(place, yours);
    await project.sync({ 'a.txt': base }, { conflicts: 'mark' });
    await project.apply(prepareResolution(project.root, 'abort').planned);
    const { plan } = await project.sync({ 'a.txt': base }, { conflicts: 'mark' });
    expect([plan.conflicts, project.read(place)]).toEqual([[], yours]);
    const back = await project.sync({ 'a.txt': base, 'b.txt': theirs }, { conflicts: 'mark' });
    expect([back.plan.conflicts, project.has(keptPath)]).toEqual([[], false]);
    expect(project.read(place)).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
    expect(project.has('b.txt')).toBe(place === 'b.txt');
  });

  test('an existing file at a generated path is one whole side of the conflict', async () => {
    const project = new Project();
    await project.sync({});
    project.write('a.txt', 'mine\n');
    await project.sync({ 'a.txt': 'theirs\n' }, { conflicts: 'mark' });
    expect(project.read('a.txt')).toBe(
      '<<<<<<< yours\nmine\n||||||| as generated before\n=======\ntheirs\n>>>>>>> genlock notes\n',
    );
    await project.apply(prepareResolution(project.root, 'abort').planned);
    expect(project.read('a.txt')).toBe('mine\n');
  });
});

describe('a file the user moved', () => {
  test('is followed: upstream changes and later edits are merged at the new path', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': 'b\n' });
    project.move('a.txt', 'lib/a.txt');
    const moved = [{ from: 'a.txt', to: 'lib/a.txt' }];
    expect(project.prepare({ 'a.txt': base, 'b.txt': 'b\n' }).moved).toEqual(moved);
    expect((await project.sync({ 'a.txt': theirs, 'b.txt': 'b\n' })).moved).toEqual(moved);
    expect([project.read('lib/a.txt'), project.has('a.txt')]).toEqual([theirs, false]);
    project.write('lib/a.txt', theirs.replace('one', 'mine'));
    await project.sync({ 'a.txt': theirs.replace('three', '3'), 'b.txt': 'b\n' });
    expect(project.read('lib/a.txt')).toBe('mine\ntwo\n3\nfour\ntheirs\n');
    await project.sync({ 'a.txt': rival, 'b.txt': 'b\n' }, { conflicts: 'mark' });
    expect([...readConflicts(project.root)]).toMatchObject([['lib/a.txt', { origin: 'a.txt' }]]);
    project.write('lib/a.txt', yours);
    await project.apply(prepareResolution(project.root, 'continue').planned);
    expect((await project.sync({ 'a.txt': rival, 'b.txt': 'b\n' })).moved).toEqual(moved);
    expect(project.has('a.txt')).toBe(false);
  });

  test('is deleted at the new path if Genlock no longer generates it', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': 'b\n' });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'b.txt': 'b\n' });
    expect([project.has('lib/a.txt'), project.has('a.txt')]).toEqual([false, false]);
  });

  test.each([
    ['one of two copies', { 'a.txt': base }, ['x.txt', 'y.txt']],
    ['an empty file', { 'a.txt': '' }, ['x.txt']],
    ['inside of node_modules', { 'a.txt': base }, ['node_modules/a.txt']],
    ['under a name that not every system takes', { 'a.txt': base }, ['a:b.txt']],
  ])('is not detected: %s', async (_, files, copies) => {
    const project = new Project();
    await project.sync(files);
    for (const copy of copies) project.write(copy, files['a.txt']);
    rmSync(join(project.root, 'a.txt'));
    expect(project.prepare({ 'a.txt': theirs }).moved).toEqual([]);
    expect(project.prepare({ 'a.txt': theirs }).plan.changes.filter(({ path }) => path === 'a.txt')).toEqual([]);
  });

  test('is a user file if its content changed during the move, and the old file stays deleted', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    rmSync(join(project.root, 'a.txt'));
    project.write('lib/a.txt', yours);
    expect(project.prepare({ 'a.txt': theirs })).toMatchObject({ moved: [], plan: { conflicts: [] } });
  });

  test('is an ordinary file after a move back', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'a.txt': base });
    project.move('lib/a.txt', 'a.txt');
    const planned = await project.sync({ 'a.txt': theirs });
    expect([planned.moved, project.read('a.txt')]).toEqual([[], theirs]);
  });
});

test.each([
  ['no JSON', '{'],
  ['another version', '{ "version": 2, "files": {} }'],
  ['a path outside', '{ "version": 1, "files": { "../a": {} } }'],
  ['markers', '<<<<<<< x\n'],
])('refuses invalid records: %s', async (_, text) => {
  const project = new Project();
  await project.sync({ 'a.txt': base });
  for (const path of [conflictsPath, keptPath]) {
    project.write(path, text);
    expect(() => project.prepare({ 'a.txt': base })).toThrow(throwsCode('PROJECT_RECORD_INVALID'));
    rmSync(join(project.root, path));
  }
});
