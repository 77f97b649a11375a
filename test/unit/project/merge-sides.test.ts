import { describe, expect, test } from 'vitest';
import { editsIn, generatedPart, holdsAllOf } from '../../../src/project/match-generated.ts';
import { splitGitMerge } from '../../../src/project/git-merge-sides.ts';

describe('sides of a failed git merge', () => {
  const marked = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\nd\n';
  test.each([
    ['as git leaves it', marked, {}],
    ['with the base', marked.replace('=======', '||||||| 1234567\nold\n======='), { base: 'a\nold\nd\n' }],
  ])('%s', (_, text, base) => {
    expect(splitGitMerge(text)).toEqual({ ours: 'a\nb\nd\n', theirs: 'a\nc\nd\n', line: 2, ...base });
  });

  test('keep their line endings', () => {
    expect(splitGitMerge(marked.replaceAll('\n', '\r\n'))).toMatchObject({ ours: 'a\r\nb\r\nd\r\n' });
  });

  test.each([
    ['no marker', 'a\nb\n'],
    ['a heading that looks like one', 'Title\n=======\n'],
    ['one that is never closed', marked.replace('>>>>>>> other\n', '')],
    ['one in the middle of a line', marked.replaceAll(/^(?=[<>])/gmu, ' ')],
  ])('%s: none', (_, text) => {
    expect(splitGitMerge(text)).toBeUndefined();
  });
});

describe('generated part of a merged file', () => {
  const written = { ours: 'a\no\nb\nc\n', theirs: 'a\nb\nt\nc\n' };
  test.each([
    ['what git merges', 'a\no\nb\nt\nc\n', [], []],
    ['one side', written.ours, [], []],
    ['a line of the user', 'a\no\nmine\nb\nt\nc\n', ['mine\n'], []],
    ['a line twice more than it was written', 'a\nb\nb\nb\nc\n', ['b\n'], []],
    ['a line less', 'a\no\nt\nc\n', [], ['b\n']],
  ])('%s', (...[, merged, added, removed]) => {
    expect(editsIn(merged, written)).toEqual({ added, removed });
  });

  test('omits lines that the user added and restores lines that the user removed', () => {
    expect(generatedPart('mine\na\no\nt\nmore\nc\n', written)).toBe('a\no\nb\nt\nc\n');
  });

  test('returns whether a file contains all lines of another file in order', () => {
    expect(holdsAllOf('x\na\ny\nb\n', 'a\nb\n')).toBe(true);
    expect(holdsAllOf('b\na\n', 'a\nb\n')).toBe(false);
    expect(holdsAllOf('a\n', 'a\nb\n')).toBe(false);
  });
});
