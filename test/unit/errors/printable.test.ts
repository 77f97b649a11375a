import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrintable, printable, printableJson } from '../../../src/errors/printable.ts';

describe('control and invisible characters become visible escapes', () => {
  test.each([
    ['clearing the screen', '\u001b[2J', String.raw`\x1b[2J`],
    ['a link by OSC 8', '\u001b]8;;https://evil\u0007x', String.raw`\x1b]8;;https://evil\x07x`],
    ['the one-byte CSI', '\u009b31m', String.raw`\x9b31m`],
    ['overwriting the line', 'safe\revil', String.raw`safe\revil`],
    ['a second line', 'a\nb', String.raw`a\nb`],
    ['text from right to left', 'a\u202Egnp.exe', String.raw`a\u{202e}gnp.exe`],
    ['an isolate', '\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
    ['zero width', 'ad\u200Bmin', String.raw`ad\u{200b}min`],
    ['a tag character', 'a\u{E0041}', String.raw`a\u{e0041}`],
    ['a line separator', 'a\u2028b', String.raw`a\u{2028}b`],
    ['half a surrogate pair', 'a\uD800', String.raw`a\u{d800}`],
  ])('%s', (_, text, shown) => {
    expect(isPrintable(text)).toBe(false);
    expect(printable(text)).toBe(shown);
  });
});

test('keeps ordinary text of any language', () => {
  for (const text of ['plain', 'Größe', '日本語', 'עברית', '🙂 ok', '“quoted” — dash'])
    expect(printable(text)).toBe(text);
});

test('keeps line breaks only on request', () => {
  expect(printable('a\nb\u001b', { keepLines: true })).toBe('a\nb\\x1b');
});

test('truncates long text and counts the rest', () => {
  expect(printable('x'.repeat(1_000_000), { maxLength: 10 })).toBe('xxxxxxxxxx… (999990 more characters)');
});

test('prints only printable characters, and printing twice changes nothing more', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 60 });
  const property = fc.property(texts, (text) => {
    const shown = printable(text);
    expect(isPrintable(shown)).toBe(true);
    expect(printable(shown)).toBe(shown);
  });
  fc.assert(property, { numRuns: 3000 });
});

test('escapes control characters in JSON and keeps its parsed value', () => {
  const acting = '\u0000\u001b]0;x\u0007\u007f\u009b31m\u200b\u2028\u202e\u2066\ufeff\u{e0041}\ud800\\\u009b"\n\t';
  const value = { [acting]: [acting, 'ä', '中', '👍'], ok: true };
  const text = printableJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain(String.raw`\u009b31m`);
  expect(text).toContain('"👍"');
  expect(isPrintable(text.replaceAll('\n', ''))).toBe(true);
  // Control: JSON.stringify leaves most of these characters unescaped.
  expect(isPrintable(JSON.stringify(value))).toBe(false);
});
