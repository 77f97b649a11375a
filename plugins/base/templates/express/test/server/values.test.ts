import { bigIntAsString } from '@shared/lib/big-int';
import {
  atLeast,
  atMost,
  bigInt,
  date,
  dateTime,
  decimal,
  email,
  fractionDigits,
  ids,
  json,
  line,
  notBlank,
  phone,
  text,
  url,
} from '@shared/lib/values';
import { expect, it } from 'vitest';

it.each(['a\0b', '\0', '\uD800', 'a\uDFFFb'])('refuses the string %j', (value) => {
  expect(text.safeParse(value).success).toBe(false);
});

it.each(['', ' ', '\u3000\t\n'])('refuses the blank string %j if a value is required', (value) => {
  expect(line.safeParse(value).success).toBe(true);
  expect(line.check(notBlank).safeParse(value).success).toBe(false);
  expect(line.check(notBlank).parse(`${value}a `)).toBe(`${value}a `);
});

it('accepts strings of any length with all characters', () => {
  const value = 'é\n\u{1F4A5}'.repeat(10_000);
  expect(text.parse(value)).toBe(value);
});

it('enforces the length limits of lines and lists', () => {
  expect(line.safeParse('a'.repeat(1_000)).success).toBe(true);
  expect(line.safeParse('a'.repeat(1_001)).success).toBe(false);
  expect(ids.safeParse(Array.from({ length: 1_001 }, String)).success).toBe(false);
});

it.each([
  ['2026-01-31T12:00:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-12-31T23:00:00-01:00', '0001-01-01T00:00:00.000Z'],
])('converts %s to UTC', (value, kept) => {
  expect(dateTime.parse(value)).toBe(kept);
});

it.each([
  '2026-02-30T00:00:00Z',
  '2026-01-31T12:00:00',
  '9999-12-31T23:59:59-01:00',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+14:00',
  '0000-01-01T00:00:00+14:00',
])('refuses the timestamp %s', (value) => {
  expect(dateTime.safeParse(value).success).toBe(false);
});

it.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('accepts the day %s', (value) => {
  expect(date.parse(value)).toBe(value);
});

it.each(['', '2026-02-29', '0000-01-01', '2026-1-1', '2026-01-31T00:00:00Z', '10000-01-01'])(
  'refuses the day %j',
  (value) => {
    expect(date.safeParse(value).success).toBe(false);
  },
);

it.each(['javascript:alert(1)', 'ftp://example.com', 'example.com'])(
  'refuses the web address %s',
  (value) => {
    expect(url.safeParse(value).success).toBe(false);
    expect(url.safeParse('https://example.com/').success).toBe(true);
  },
);

it('checks e-mail addresses and phone numbers', () => {
  expect(email.safeParse('17@a').success).toBe(false);
  expect(email.parse('name@example.com')).toBe('name@example.com');
  expect(phone.parse('+49 30 123-456')).toBe('+4930123456');
});

it('limits the digits of a decimal, without zeros at the end', () => {
  const price = decimal.check(fractionDigits(2));
  expect(price.safeParse('9.90').success).toBe(true);
  expect(price.safeParse('9.900').success).toBe(true);
  expect(price.safeParse('9.901').success).toBe(false);
});

it.each(['', '1e5', 'NaN', '.5', '0x10', '1'.repeat(36), Number.NaN, 1e21])(
  'refuses the decimal %j',
  (value) => {
    expect(decimal.safeParse(value).success).toBe(false);
  },
);

it('compares decimals by all digits', () => {
  const price = decimal.check(atLeast('-0.5'), atMost('100000000000000'));
  expect(price.safeParse('-0.5').success).toBe(true);
  expect(price.safeParse(99_999_999_999_999).success).toBe(true);
  expect(price.safeParse('-0.51').success).toBe(false);
  expect(price.safeParse('100000000000000.1').success).toBe(false);
});

it.each([
  ['9223372036854775807', 9223372036854775807n],
  [-5, -5n],
])('accepts the integer %s and returns it as a string', (value, kept) => {
  expect(bigInt.parse(value)).toBe(kept);
  expect(JSON.stringify([kept], bigIntAsString)).toBe(`["${value}"]`);
});

it.each(['', '1.5', '1e5', '9223372036854775808', 2 ** 53, true])(
  'refuses the integer %j',
  (value) => {
    expect(bigInt.safeParse(value).success).toBe(false);
  },
);

it('accepts JSON except null and unstorable strings', () => {
  const value = { list: [1, null, { 'a key': 'text' }], empty: {} };
  expect(json.parse(value)).toBe(value);
  expect(json.parse(false)).toBe(false);
  const deep = JSON.parse('['.repeat(101) + ']'.repeat(101));
  const prototype: unknown = JSON.parse('{ "a": { "__proto__": {} } }');
  for (const wrong of [null, undefined, ['\0'], { '\uD800': 1 }, Number.NaN, deep, prototype]) {
    expect(json.safeParse(wrong).success).toBe(false);
  }
});
