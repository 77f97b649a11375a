import {
  atLeast,
  atMost,
  bigInt,
  bigIntAsString,
  dateTime,
  decimal,
  ids,
  json,
  line,
  notBlank,
  text,
} from '@shared/lib/values';
import { expect, it } from 'vitest';

it.each(['a\0b', '\0', '\uD800', 'a\uDFFFb'])('does not take the text %j', (value) => {
  expect(text.safeParse(value).success).toBe(false);
});

it.each(['', ' ', '\u3000\t\n'])('does not take the blanks %j where text is required', (value) => {
  expect(line.safeParse(value).success).toBe(true);
  expect(line.check(notBlank).safeParse(value).success).toBe(false);
  expect(line.check(notBlank).parse(`${value}a `)).toBe(`${value}a `);
});

it('takes text of any length and of all characters', () => {
  const value = 'é\n\u{1F4A5}'.repeat(10_000);
  expect(text.parse(value)).toBe(value);
});

it('takes lines and lists that fit where they have to', () => {
  expect(line.safeParse('a'.repeat(1_000)).success).toBe(true);
  expect(line.safeParse('a'.repeat(1_001)).success).toBe(false);
  expect(ids.safeParse(Array.from({ length: 1_001 }, String)).success).toBe(false);
});

it.each([
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('keeps %s in UTC', (value, kept) => {
  expect(dateTime.parse(value)).toBe(kept);
});

it.each([
  '2026-02-30T00:00:00Z',
  '2026-01-31T12:00:00',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+14:00',
])('does not take the time %s', (value) => {
  expect(dateTime.safeParse(value).success).toBe(false);
});

it.each(['', '1e5', 'NaN', '.5', '0x10', '1'.repeat(36), Number.NaN, 1e21])(
  'does not take the decimal %j',
  (value) => {
    expect(decimal.safeParse(value).success).toBe(false);
  },
);

it('compares decimals by all their digits', () => {
  const price = decimal.check(atLeast('-0.5'), atMost('100000000000000'));
  expect(price.safeParse('-0.5').success).toBe(true);
  expect(price.safeParse(99_999_999_999_999).success).toBe(true);
  expect(price.safeParse('-0.51').success).toBe(false);
  expect(price.safeParse('100000000000000.1').success).toBe(false);
});

it.each([
  ['9223372036854775807', 9223372036854775807n],
  [-5, -5n],
])('takes the whole number %s and gives it back as a string', (value, kept) => {
  expect(bigInt.parse(value)).toBe(kept);
  expect(JSON.stringify([kept], bigIntAsString)).toBe(`["${value}"]`);
});

it.each(['', '1.5', '1e5', '9223372036854775808', 2 ** 53, true])(
  'does not take the whole number %j',
  (value) => {
    expect(bigInt.safeParse(value).success).toBe(false);
  },
);

it('takes JSON, but not null by itself, nor what no database keeps', () => {
  const value = { list: [1, null, { 'a key': 'text' }], empty: {} };
  expect(json.parse(value)).toBe(value);
  expect(json.parse(false)).toBe(false);
  const deep = JSON.parse('['.repeat(101) + ']'.repeat(101));
  for (const wrong of [null, undefined, ['\0'], { '\uD800': 1 }, Number.NaN, deep]) {
    expect(json.safeParse(wrong).success).toBe(false);
  }
});
