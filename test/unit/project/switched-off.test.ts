import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readKept } from '../../../src/project/file-records.ts';
import { prepareResolution } from '../../../src/project/resolve.ts';
import { keptPath } from '../../../src/project/records.ts';
import { base, Project, tree, rival, theirs, throwsCode, yours } from './edited-project.ts';

const coreFiles = () => new Set(['a.txt', 'b.txt']);

describe('a plugin that is switched off and on again', () => {
  const disabled = new Set(['notes']);

  test('keeps the edits of the user and merges them with the new content', async () => {
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

  test('restores the exact file of the user if the plugin did not change', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    await project.sync({}, { disabled });
    await project.sync({ 'a.txt': base });
    expect(project.read('a.txt')).toBe(yours);
    await project.sync({ 'a.txt': theirs });
    expect(project.read('a.txt')).toBe('mine\ntwo\nthree\nfour\ntheirs\n');
  });

  test.each(['leave', 'mark'] as const)('restores the edited file if it conflicts: %s', async (conflicts) => {
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

  test('restores moved files at their new path, edited or not', async () => {
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

  test('a moved file conflicts at its new path', async () => {
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
  ])('with %s at the new path, a moved file is restored at its original path', async (_, occupy) => {
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

  test('a deleted file stays deleted, and is an ordinary file if the user restores it', async () => {
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

  test('keeps only user edits when the plugin is removed', async () => {
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

  test('keeps user edits only for core files that were rendered for the plugin', async () => {
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

  test('without the disabled state, reports a conflict and keeps the file', async () => {
    const project = new Project();
    await project.sync({ 'a.txt': base });
    project.write('a.txt', yours);
    const planned = await project.sync({}, { disabled: new Set(['another']) });
    expect(planned.plan.conflicts).toMatchObject([{ path: 'a.txt', reason: 'deleted' }]);
    expect(project.read('a.txt')).toBe(yours);
  });
});

test.each(['../a.txt', '.git/config', '.genlock/conflicts.json', '.GENLOCK/a', 'genlock.lock.json', 'Genlock.json'])(
  'refuses a kept file with the path %s',
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
