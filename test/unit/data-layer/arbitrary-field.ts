import * as fc from 'fast-check';
import { fieldTypes, textFormats, type DatabaseKind, type Field, type FieldType } from '../../../src/config/config.ts';
import { scaleOf } from '../../../src/config/formats.ts';
import { displayText } from './arbitrary-text.ts';
import { longestName } from '../../../src/config/names.ts';

/** The rules of a field type, and a default that satisfies them. */
type Rules = Omit<Field, 'name' | 'type' | 'required' | 'unique' | 'index'>;

/** Generates fields of a valid configuration, with every type and rule. */
export function arbitraryField(names: fc.Arbitrary<string>, kind: DatabaseKind): fc.Arbitrary<Field> {
  return fc.constantFrom(...fieldTypes).chain((type) =>
    fc
      .record({
        name: names,
        required: fc.boolean(),
        unique: fc.boolean(),
        index: fc.option(fc.boolean(), { nil: undefined }),
        renamed: fc.boolean(),
        rules: rulesOf(type, kind),
        texts: fc.record({ label: displayText, description: displayText }, { requiredKeys: [] }),
        hidden: fc.constantFrom(undefined, undefined, true),
      })
      .map(({ name, required, unique, index, renamed, rules, texts: read, hidden }): Field => {
        const short = type !== 'Text' || kind !== 'relational' || Number(rules.max ?? Infinity) <= 1000;
        const isKey = short && !['Boolean', 'Enum', 'Json'].includes(type) && (kind !== 'document' || required);
        const isIndexed = index === undefined || type === 'Json' || !short ? {} : { index };
        return {
          name,
          type,
          required,
          unique: unique && isKey,
          ...isIndexed,
          ...rules,
          ...read,
          ...(name.length % 3 === 0 ? { group: 'a "b" & {c}' } : {}),
          ...(hidden === true && !(required && rules.default === undefined) ? { hidden } : {}),
          ...(renamed && name.length < 60 ? { was: formerName(name, 'old') } : {}),
        };
      }),
  );
}

function rulesOf(type: FieldType, kind: DatabaseKind): fc.Arbitrary<Rules> {
  const rules: Readonly<Record<FieldType, fc.Arbitrary<Rules>>> = {
    String: fc.oneof(texts(1000), formatted),
    Text: texts(100_000),
    Int: between(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    BigInt: between(bigInts),
    Float: between(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => value / 1000)),
    Decimal: fc.oneof(between(decimals(kind === 'file' ? 9 : 35)), amounts),
    Boolean: defaulted({}, fc.boolean()),
    Date: defaulted({}, fc.oneof(fc.constantFrom('2024-02-29', '0001-01-01', '9999-12-31'), days)),
    DateTime: defaulted({}, dateTimes),
    Json: defaulted({}, json),
    Enum: fc
      .uniqueArray(enumValue, { minLength: 1, maxLength: 4 })
      .chain((values) => defaulted({ values }, fc.constantFrom(...values))),
  };
  return rules[type];
}

const enumValue = fc.constantFrom(
  'DRAFT',
  'PAID',
  'draft',
  'inReview',
  'ON_HOLD',
  'A1',
  'x',
  'default',
  'true',
  'name',
);

/** Generates a field with or without a default. */
function defaulted(rules: Rules, value: fc.Arbitrary<NonNullable<Field['default']>>): fc.Arbitrary<Rules> {
  return fc.oneof(
    fc.constant(rules),
    value.map((chosen) => ({ ...rules, default: chosen })),
  );
}

/** Generates three values and uses the least and the greatest as bounds for the third. Each can be absent. */
function between<Value extends number | string>(values: fc.Arbitrary<Value>): fc.Arbitrary<Rules> {
  return fc
    .record({ values: fc.tuple(values, values, values), kept: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()) })
    .map(({ values, kept }): Rules => {
      const [min, middle, max] = values.toSorted(byValue);
      return {
        ...(kept[0] && min !== undefined ? { min } : {}),
        ...(kept[1] && max !== undefined ? { max } : {}),
        ...(kept[2] && middle !== undefined ? { default: middle } : {}),
      };
    });
}

/** Compares 64-bit integers and decimals exactly, unlike a number comparison. */
function byValue(one: number | string, other: number | string): number {
  const [a, b] = [scaled(one), scaled(other)];
  return a < b ? -1 : Number(a > b);
}

function scaled(value: number | string): bigint {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(`${whole}${fraction.padEnd(30, '0')}`);
}

/** Generates numbers, or strings for integers that a number cannot represent. Some small values are strings, too. */
const bigInts = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -9n, max: 9n })),
    fc.boolean(),
  )
  .map(([value, asText]) => (asText || !Number.isSafeInteger(Number(value)) ? String(value) : Number(value)));

function decimals(digits: number): fc.Arbitrary<string | number> {
  const text = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }), fc.integer({ min: 0, max: 999_999 }))
    .map(([minus, whole, fraction]) => `${minus ? '-' : ''}${whole}.${String(fraction).padStart(6, '0')}`);
  return fc.oneof(text, fc.integer({ min: -99_999, max: 99_999 }), fc.constantFrom(9.99, '10.00', '0', '-0.5'));
}

const instants = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') })
  .map((date) => date.toISOString());
const days = instants.map((instant) => instant.slice(0, 10));
const dateTimes = fc.oneof(fc.constantFrom('now', '2024-02-29', '2024-02-29T10:00:00+02:00'), instants);

/** Strings with a format. */
const formatted = fc
  .constantFrom(...textFormats)
  .chain((format) => defaulted({ format }, fc.constant(formatSamples[format])));

const formatSamples = {
  email: 'a.b@example.com',
  url: 'https://example.com/?a=1',
  phone: '+4930123456',
  slug: 'a-1',
  color: '#00ff00',
};

/** Decimals with a scale or a currency, and bounds and a default that keep it. */
const amounts = fc
  .constantFrom<Rules>(
    { scale: 0 },
    { scale: 1 },
    { scale: 4 },
    { format: 'money', currency: 'EUR' },
    { format: 'money', currency: 'JPY' },
    { format: 'money', currency: 'KWD', scale: 1 },
  )
  .chain((form) =>
    between(fc.integer({ min: -999, max: 99_999 }).map((value) => value.toFixed(scaleOf(form) ?? 0))).map((rules) => ({
      ...form,
      ...rules,
    })),
  );

/** Returns whether a database can store the characters. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).filter(isStorable),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isStorable),
  fc.constantFrom('', 'a;b', '"', "it's", '}', '// no', '\\', '{{x}}', '${x}', '`', 'a\nb', '*/'),
);

/** Typical patterns, each with a sample that matches as a whole. */
const patterns = [
  { pattern: '[a-z]+(?:-[a-z0-9]+)*', sample: 'order-1' },
  { pattern: '[A-Z]{2}\\d{6}', sample: 'AB123456' },
  { pattern: '^\\p{L}[\\p{L} ]*$', sample: 'Ångström' },
  { pattern: 'a/b|"c"|`\\$\\{d\\}`', sample: '"c"' },
  { pattern: '(?<year>\\d{4})-\\d\\d', sample: '2024-02' },
];

function texts(longest: number): fc.Arbitrary<Rules> {
  const bounds = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: longest }));
  const bounded = bounds.chain(([min, max]) => {
    const least = Math.min(min, max);
    const value = fc
      .string({ unit: 'grapheme-ascii', maxLength: 60 })
      .map((text) => text.slice(0, max).padEnd(least, 'a'));
    return fc
      .constantFrom<Rules>({ min: least, max }, { min: least }, { max })
      .chain((rules) => defaulted(rules, value));
  });
  const matched = fc
    .constantFrom(...patterns)
    .chain(({ pattern, sample }) =>
      fc
        .constantFrom<Rules>({ pattern }, { pattern, max: 40 }, { pattern, min: 1 })
        .chain((rules) => defaulted(rules, fc.constant(sample))),
    );
  return fc.oneof(defaulted({}, anyText), bounded, matched);
}

/**
 * Any JSON except null, with strings that a database can store and without keys of Object.prototype. JSON has no -0.
 */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => value !== null && !/__proto__|\\u0000/u.test(JSON.stringify(value)))
  .map((value) => JSON.parse(JSON.stringify(value)) as NonNullable<Field['default']>);

/** Returns a former name that no entity or field uses now. */
export const formerName = (name: string, prefix: 'old' | 'Old'): string =>
  `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`.slice(0, longestName);
