import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRoot, openProject, type ProjectState } from '../../../src/project/open.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Creates files below a folder, and folders for paths with a trailing slash. */
function fill(root: string, paths: readonly string[]): void {
  for (const path of paths) {
    const parent = path.slice(0, path.lastIndexOf('/') + 1);
    mkdirSync(join(root, parent), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(root, path), '');
  }
}

const cases: readonly (readonly [state: ProjectState, paths: readonly string[]])[] = [
  ['empty', []],
  ['empty', ['.git/', '.DS_Store']],
  ['empty', ['.genlock/']],
  ['empty', ['genlock.policy.json']],
  ['configured', ['genlock.json']],
  ['configured', ['genlock.json', 'genlock.policy.json']],
  ['configured', ['genlock.json', '.git/HEAD']],
  ['project', ['genlock.json', 'genlock.lock.json', 'server/app.ts']],
  ['project', ['genlock.json', '.genlock/baseline.json', 'README.md']],
  ['interrupted', ['.genlock/journal/']],
  ['interrupted', ['.genlock/lock']],
  ['interrupted', ['genlock.json', 'genlock.lock.json', '.genlock/journal.done/']],
  ['occupied', ['README.md']],
  ['occupied', ['genlock.json', 'README.md']],
  ['occupied', ['genlock.lock.json']],
  ['occupied', ['.genlock/something']],
];

describe('state of a path', () => {
  test.each(cases.map(([state, paths]) => ({ state, paths })))('$paths: $state', ({ state, paths }) => {
    const root = temporaryFolder();
    fill(root, paths);
    expect(openProject(root)).toEqual({ root, state });
  });

  test('is absent, even if parent folders are missing', () => {
    const root = join(temporaryFolder(), 'a/b');
    expect(openProject(root)).toEqual({ root, state: 'absent' });
  });

  test('resolves a link to the project once', () => {
    const folder = temporaryFolder();
    fill(folder, ['real/genlock.json']);
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(openProject(join(folder, 'link'))).toEqual({ root: join(folder, 'real'), state: 'configured' });
  });

  test('refuses a file, a path below a file and a dangling link', () => {
    const folder = temporaryFolder();
    fill(folder, ['file']);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    const codeOf = (path: string): unknown => {
      try {
        return openProject(join(folder, path)).state;
      } catch (cause) {
        return cause instanceof Error && 'code' in cause ? cause.code : cause;
      }
    };
    expect(['file', 'file/below', 'dangling'].map(codeOf)).toEqual([
      'PROJECT_NOT_A_FOLDER',
      'PROJECT_NOT_A_FOLDER',
      'PROJECT_LINK',
    ]);
  });
});

describe('the root of a folder', () => {
  test('is the nearest project folder above', () => {
    const folder = temporaryFolder();
    fill(folder, ['genlock.json', 'packages/app/genlock.json', 'packages/app/server/lib/']);
    expect(findRoot(join(folder, 'packages/app/server/lib'))).toBe(join(folder, 'packages/app'));
    expect(findRoot(join(folder, 'packages'))).toBe(folder);
  });

  test('can be missing', () => {
    const folder = temporaryFolder();
    fill(folder, ['genlock.json/']);
    expect(() => findRoot(folder)).toThrow(expect.objectContaining({ code: 'PROJECT_NOT_FOUND' }));
  });
});
