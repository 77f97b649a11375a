import { describe, expect, test } from 'vitest';
import { codePoints, deceptiveWord } from '../../../src/core/alphabets.ts';

describe('a word that reads like another one', () => {
  test.each([
    ['c\u043enfig', 'a Cyrillic letter between Latin letters'],
    ['\u0441\u043e\u0440\u0443', 'Cyrillic letters that look Latin'],
    ['r\u03bfutes', 'a Greek letter'],
    ['\u0531pp', 'an Armenian letter'],
    ['\u13a0dmin', 'a Cherokee letter'],
    ['a\u0301\u0435', 'a Latin letter with a combining mark and a Cyrillic letter'],
    ['x1\u0456', 'digits between the letters'],
  ])('%s: %s', (word) => {
    expect(deceptiveWord(`server/${word}.ts`)).toBe(word);
  });
});

test.each([
  'server/config.ts',
  'docs/отчёт.ts',
  'docs/Склад и stock.md',
  'docs/Αποθήκη.md',
  'docs/naïve-Größe.md',
  'docs/在庫stock.md',
  'docs/ราคา.md',
  'docs/10-µm.md',
  'docs/и.md',
  '',
])('accepts %s', (path) => {
  expect(deceptiveWord(path)).toBeUndefined();
});

test('names the letters that are not ASCII once', () => {
  expect(codePoints('c\u043enf\u043eg\u{1f600}')).toBe('U+043E U+1F600');
});
