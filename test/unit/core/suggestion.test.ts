import { expect, test } from 'vitest';
import { closest, editsTo } from '../../../src/core/suggestion.ts';

test.each([
  ['blgo', 'blog'],
  ['Psot', 'Post'],
  ['sttaus', 'status'],
])('suggests for %s, with two swapped letters, the word %s', (typed, meant) => {
  expect(closest(typed, ['shop', 'blog', 'Post', 'help', 'status'])).toBe(meant);
  expect(editsTo(typed, meant)).toBe(1);
});

test.each(['gobl', 'blogblog', 'lb', 'xxog', ''])('suggests no word for %j', (typed) => {
  expect(closest(typed, ['blog', 'empty'])).toBeUndefined();
});

test('prefers an equal word, regardless of case', () => {
  expect(closest('BLOG', ['blgo', 'blog'])).toBe('blog');
});
