import { describe, expect, test } from 'vitest';
import { foldPath, parentsOf, pathProblem, pathProblems } from '../../../src/core/paths.ts';

const refused = [
  '', '.', './', '../x', 'a/../../x', 'a/./b', 'a//b', 'a/', '/etc/passwd', '~/x', 'C:\\x', 'C:x', '\\\\srv\\share\\x',
  '//srv/x', '\\\\?\\C:\\x', 'file:///x', 'a\0.ts', 'a\n.ts', 'a\u202Ets.exe', 'a\u200bb', 'a\u{e0041}b', 'a\u00a0b',
  'name.', 'name ', 'dir./x', ' x', 'CON', 'aux.ts', 'lib/NUL', 'com1.txt', 'COM¹', 'a:stream', 'what?', 'a*b', 'a|b',
  '.git/hooks/x', '.GIT/hooks/x', '.git\u200c/config', 'GIT~1/x', 'sub/.git/config', '.git', '.ｇｉｔ/config',
  'x'.repeat(300), `${'d/'.repeat(200)}x`, '\ud800.ts',
]; // prettier-ignore

const fine = [
  'package.json', 'server/app.ts', 'client/pages/(admin)/users.$id.tsx', '.gitignore', '.gitattributes', '.github/workflows/ci.yml',
  'a b/c d.ts', 'é.ts', '日本語.md', '.env', 'console.ts', 'auxiliary.ts', '@scope/x', '[id].tsx', '.genlock/baseline.json',
]; // prettier-ignore

describe('one path', () => {
  test.each(refused)('refuses %j', (path) => {
    expect(pathProblem(path)).toBeTypeOf('string');
  });
  test.each(fine)('accepts %j', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });
});

describe('paths together', () => {
  test.each([
    ['case', ['SRC/App.ts', 'src/app.ts']],
    ['composition', ['\u00e9.ts', 'e\u0301.ts']],
    ['the same path twice', ['a.ts', 'a.ts']],
    ['a file and its folder', ['a', 'a/b']],
    ['a file and its folder by case', ['Lib', 'lib/b']],
    ['the journal', ['.genlock/journal/committed.json']],
    ['the journal by case', ['.Genlock/JOURNAL/x']],
    ['the lock', ['.genlock/lock']],
    ['the records’ folder as a file', ['.genlock']],
  ])('refuses %s', (_, paths) => {
    expect(pathProblems(paths)).toHaveLength(1);
  });

  test('accepts ordinary neighbours', () => {
    expect(pathProblems([...fine, 'server/app.test.ts', '.genlock/objects/x', '.genlock/lockers/x'])).toEqual([]);
  });

  test('combines parents and folded names', () => {
    expect(parentsOf('a/b/c.ts')).toEqual(['a', 'a/b']);
    expect(parentsOf('a')).toEqual([]);
    expect(foldPath('Straße')).toBe(foldPath('STRASSE'));
  });

  test('folds ASCII the same with and without other letters', () => {
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
    expect(foldPath(`${ascii}é`)).toBe(`${foldPath(ascii)}é`);
  });
});
