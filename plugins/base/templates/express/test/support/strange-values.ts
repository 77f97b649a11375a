const numbers = [-0, 1e308, Number.MIN_VALUE, 2 ** 31, Number.MAX_SAFE_INTEGER, 2 ** 63];
const largest = [Number.MAX_VALUE, -Number.MAX_VALUE];
const numerals = ['1e400', 'NaN', '-9223372036854775809', '9'.repeat(400)];
const texts = ['', ' ', '\0', 'a\0b', '\uD800', "' OR 1=1 --", '__proto__', 'a'.repeat(2_000)];
const times = [
  '0000-06-15T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '2026-02-30T00:00:00Z',
  '2026-06-30T23:59:60Z',
];
const days = ['2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '+010000-01-01'];
const addresses = ['javascript:alert(1)', 'a@b', '+1'];
const operators = [{ contains: '' }, { not: null }, { set: [] }, [{ contains: '' }]];
const lists = [[], [[]], [null], ['a', 'a']];
const documents = ['{ "__proto__": { "id": "1" } }', '['.repeat(1_000) + ']'.repeat(1_000)];

/** Unusual values for robustness tests. Some are valid for some fields. */
export const strangeValues: readonly unknown[] = [
  null,
  ...numbers,
  ...largest,
  ...numerals,
  ...texts,
  ...times,
  ...days,
  ...addresses,
  ...operators,
  ...lists,
  ...documents.map((text) => JSON.parse(text)),
];
