import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPlan, type Receipt } from '../../../src/apply/apply.ts';
import type { Planned } from '../../../src/plan/changes.ts';
import { readConflicts, readKept } from '../../../src/project/file-records.ts';
import { prepareChanges, type Wanted } from '../../../src/project/prepare.ts';
import { conflictsPath, keptPath } from '../../../src/project/records.ts';
import { prepareResolution } from '../../../src/project/resolve.ts';
import type { Tree } from '../../../src/render/tree.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Files = Readonly<Record<string, string>>;

const tree = (files: Files, owner: string): Tree =>
  new Map(Object.entries(files).map(([path, content]) => [path, { content, mode: 0o644, owner }]));

/** A project on disk that is brought to one tree after another. */
class Project {
  readonly root = join(temporaryFolder(), 'app');

  prepare(files: Files, options: Partial<Wanted> = {}): Planned {
    const records = new Map([['genlock.lock.json', '{}\n']]);
    return prepareChanges({ root: this.root, desired: tree(files, 'notes'), records, objects: new Map(), ...options });
  }

  async sync(files: Files, options: Partial<Wanted> = {}): Promise<Planned> {
    const planned = this.prepare(files, options);
    await this.apply(planned);
    const again = this.prepare(files, options).plan.changes.map(({ path }) => path);
    if (again.length > 0) throw new Error(`a second run changes ${again.join(', ')}`);
    return planned;
  }

  apply(planned: Planned): Promise<Receipt> {
    return applyPlan({ root: this.root, command: 'genlock test', ...planned });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  objects(): number {
    return readdirSync(join(this.root, '.genlock/objects')).length;
  }
}

const base = 'one\ntwo\nthree\nfour\nfive\n';
const yours = base.replace('one', 'mine');
const theirs = base.replace('five', 'theirs');
const rival = base.replace('one', 'rival');
const throwsCode = (code: string): unknown => expect.objectContaining({ code });

describe('a file both sides changed', () => {
  test('is merged, and what the user wrote stays theirs ever after', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    expect((await project.sync({ 'a.txt': theirs })).merged).toEqual(['a.txt']);
    expect(project.read('a.txt')).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
    await project.sync({ 'a.txt': base });
    expect(project.read('a.txt')).toBe(yours);
  });

  test('conflicts stop that file only, and nothing of it is written unless asked for', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': base });
    project.write('a.txt', yours);
    const planned = await project.sync({ 'a.txt': rival, 'b.txt': theirs });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'edited', owner: 'notes' }]);
    expect([project.read('a.txt'), project.read('b.txt')]).toEqual([yours, theirs]);
    expect(project.has(conflictsPath)).toBe(false);
  });

  test('is a conflict if what it was made from is lost', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    rmSync(join(project.root, '.genlock/objects'), { recursive: true });
    expect(project.prepare({ 'a.txt': theirs }).plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'edited' }]);
  });

  test('by lines, if the caller says so', async () => {
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
  test('are in the file and on record; the file is left alone until they are resolved', async () => {
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

  test('stay open while markers are there, and end with the file as it is', async () => {
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
    'aborted, every file is as the user had it: %s',
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
  ])('aborted, a file nobody wants any more is the user’s, until it is wanted again: %s', async (_, place) => {
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

  test('a file of the user’s where Genlock wants one is whole on both sides', async () => {
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
  test('is followed: upstream changes are merged where it is, and edits afterwards too', async () => {
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

  test('goes from where it is when Genlock drops it', async () => {
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
  ])('isn’t guessed: %s', async (_, files, copies) => {
    const project = new Project();
    await project.sync(files);
    for (const copy of copies) project.write(copy, files['a.txt']);
    rmSync(join(project.root, 'a.txt'));
    expect(project.prepare({ 'a.txt': theirs }).moved).toEqual([]);
    expect(project.prepare({ 'a.txt': theirs }).plan.changes.filter(({ path }) => path === 'a.txt')).toEqual([]);
  });

  test('changed while being moved, it is a file of the user’s; the old one stays deleted', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    rmSync(join(project.root, 'a.txt'));
    project.write('lib/a.txt', yours);
    expect(project.prepare({ 'a.txt': theirs })).toMatchObject({ moved: [], plan: { conflicts: [] } });
  });

  test('back at its place it is an ordinary file again', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'a.txt': base });
    project.move('lib/a.txt', 'a.txt');
    const planned = await project.sync({ 'a.txt': theirs });
    expect([planned.moved, project.read('a.txt')]).toEqual([[], theirs]);
  });
});

const coreFiles = () => new Set(['a.txt', 'b.txt']);

describe('a plugin that is switched off and on again', () => {
  const disabled = new Set(['notes']);

  test('keeps the user’s edit and merges it with what it has become', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': base });
    project.write('a.txt', yours);
    await project.sync({}, { disabled });
    expect([project.has('a.txt'), project.has('b.txt'), project.has(keptPath)]).toEqual([false, false, true]);
    expect([...readKept(project.root).keys()]).toEqual(['a.txt']);
    await project.sync({}, { disabled });
    await project.sync({ 'a.txt': theirs, 'b.txt': base });
    expect(project.read('a.txt')).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
    expect([project.has(keptPath), project.objects()]).toEqual([false, 2]);
  });

  test('unchanged, the file is exactly what the user had', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    await project.sync({}, { disabled });
    await project.sync({ 'a.txt': base });
    expect(project.read('a.txt')).toBe(yours);
    await project.sync({ 'a.txt': theirs });
    expect(project.read('a.txt')).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
  });

  test.each(['leave', 'mark'] as const)('clashing, the file comes back as the user’s: %s', async (conflicts) => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    await project.sync({}, { disabled });
    const planned = project.prepare({ 'a.txt': rival }, { conflicts });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'edited' }]);
    await project.apply(planned);
    expect(project.read('a.txt')).toContain(conflicts === 'leave' ? yours : '<<<<<<< yours\nmine\n');
    await project.sync({ 'a.txt': rival }, { conflicts });
    if (conflicts === 'mark') await project.apply(prepareResolution(project.root, 'abort').planned);
    expect(project.read('a.txt')).toBe(yours);
  });

  test('knows where the user moved a file, edited or not, and gives it back there', async () => {
    const project = new Project();
    const files = { 'a.txt': base, 'b.txt': theirs };
    await project.sync(files);
    project.move('a.txt', 'lib/a.txt');
    project.move('b.txt', 'lib/b.txt');
    await project.sync(files);
    project.write('lib/a.txt', yours);
    const before = project.read('.genlock/baseline.json');
    await project.sync({}, { disabled });
    expect([project.has('lib/a.txt'), project.has('lib/b.txt')]).toEqual([false, false]);
    await project.sync({}, { disabled });
    await project.sync(files);
    expect([project.read('lib/a.txt'), project.read('lib/b.txt')]).toEqual([yours, theirs]);
    expect([project.has('a.txt'), project.has('b.txt'), project.has(keptPath)]).toEqual([false, false, false]);
    expect(project.read('.genlock/baseline.json')).toBe(before);
  });

  test('what was moved and clashes is a conflict where it is', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'a.txt': base });
    project.write('lib/a.txt', yours);
    await project.sync({}, { disabled });
    const { plan } = await project.sync({ 'a.txt': rival }, { conflicts: 'mark' });
    expect(plan.conflicts).toMatchObject([{ path: 'lib/a.txt', origin: 'a.txt', reason: 'edited' }]);
    expect(project.read('lib/a.txt')).toContain('<<<<<<< yours\nmine\n');
  });

  test.each([
    ['a file of the user’s', (project: Project) => project.write('lib/a.txt', 'other\n')],
    ['a file where its folder was', (project: Project) => project.write('lib', 'other\n')],
    ['a link', (project: Project) => symlinkSync('elsewhere', join(project.root, 'lib'))],
  ])('with %s where it was moved to, the file comes back to its own place', async (_, occupy) => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'a.txt': base });
    project.write('lib/a.txt', yours);
    await project.sync({}, { disabled });
    rmSync(join(project.root, 'lib'), { recursive: true, force: true });
    occupy(project);
    await project.sync({ 'a.txt': base });
    expect(project.read('a.txt')).toBe(yours);
  });

  test('a file the user deleted stays deleted, and is an ordinary one once it is back', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base, 'b.txt': base });
    rmSync(join(project.root, 'a.txt'));
    const before = project.read('.genlock/baseline.json');
    await project.sync({}, { disabled });
    await project.sync({}, { disabled });
    expect(project.objects()).toBe(1);
    await project.sync({ 'a.txt': base, 'b.txt': base });
    expect([project.has('a.txt'), project.has('b.txt'), project.has(keptPath)]).toEqual([false, true, false]);
    expect(project.read('.genlock/baseline.json')).toBe(before);
    project.write('a.txt', base);
    await project.sync({ 'a.txt': theirs, 'b.txt': base });
    expect(project.read('a.txt')).toBe(theirs);
  });

  test('taken out for good, only what the user wrote is kept', async () => {
    const project = new Project();
    const files = { 'a.txt': base, 'b.txt': theirs, 'c.txt': rival };
    await project.sync(files);
    rmSync(join(project.root, 'a.txt'));
    project.move('b.txt', 'lib/b.txt');
    await project.sync(files);
    project.write('c.txt', yours);
    await project.sync({}, { disabled });
    expect([...readKept(project.root).keys()]).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await project.sync({});
    expect([...readKept(project.root).keys()]).toEqual(['c.txt']);
    await project.sync(files);
    expect([project.read('a.txt'), project.read('b.txt'), project.read('c.txt')]).toEqual([base, theirs, yours]);
  });

  test('keeps the user’s edit of what the core renders for it alone, and no other', async () => {
    const project = new Project();
    const files = tree({ 'a.txt': base, 'b.txt': base, 'c.txt': base }, 'core');
    await project.sync({}, { desired: files });
    project.write('a.txt', yours);
    project.write('b.txt', base.replaceAll('\n', '\r\n'));
    project.write('c.txt', yours);
    const planned = await project.sync({}, { disabled, dormant: coreFiles });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'c.txt', reason: 'deleted' }]);
    expect([project.has('a.txt'), project.has('b.txt')]).toEqual([false, false]);
    await project.sync({}, { desired: files });
    expect([project.read('a.txt'), project.read('b.txt')]).toEqual([yours, base.replaceAll('\n', '\r\n')]);
  });

  test('without being disabled it is a conflict, and the file stays', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    const planned = await project.sync({}, { disabled: new Set(['another']) });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'deleted' }]);
    expect(project.read('a.txt')).toBe(yours);
  });
});

test.each(['../a.txt', '.git/config', '.genlock/conflicts.json', '.GENLOCK/a', 'genlock.lock.json', 'Genlock.json'])(
  'a kept file that was at %s is refused',
  async (movedTo) => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.move('a.txt', 'lib/a.txt');
    await project.sync({ 'a.txt': base });
    await project.sync({}, { disabled: new Set(['notes']) });
    project.write(keptPath, project.read(keptPath).replace('lib/a.txt', movedTo));
    expect(() => project.prepare({ 'a.txt': base })).toThrow(throwsCode('PROJECT_RECORD_INVALID'));
  },
);

test.each([
  ['no JSON', '{'],
  ['another version', '{ "version": 2, "files": {} }'],
  ['a path outside', '{ "version": 1, "files": { "../a": {} } }'],
  ['markers', '<<<<<<< x\n'],
])('records that can’t be read are refused: %s', async (_, text) => {
  const project = new Project();
  await project.sync({ 'a.txt': base });
  for (const path of [conflictsPath, keptPath]) {
    project.write(path, text);
    expect(() => project.prepare({ 'a.txt': base })).toThrow(throwsCode('PROJECT_RECORD_INVALID'));
    rmSync(join(project.root, path));
  }
});
