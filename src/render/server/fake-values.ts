import type { TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { numberLiteral } from '../../data-layer/prisma-text.ts';
import { type Code, braces, list, quote } from '../code.ts';
import { enumValues } from './enums.ts';
import { jsonExpression } from './json-fields.ts';
import { sampleValue } from './sample-values.ts';

/**
 * Returns an expression for a realistic value, chosen by the field's name, type and rules. Values of unique fields
 * depend on `number`, the record counter. E-mail addresses use domains reserved for examples (RFC 2606), so mail is
 * never delivered.
 */
export function fakeValue(field: ScalarField, entity: EntityModel): Code {
  if (field.type === 'Enum') return list('faker.helpers.arrayElement(', [enumValues(field)], ')');
  if (field.type === 'Json') {
    return field.default === undefined || field.default === null
      ? '{ note: faker.lorem.sentence() }'
      : jsonExpression(field.default);
  }
  if (isLimited(field)) return limitedValue(field);
  if (field.unique) return uniqueValue(field, entity);
  const format = textFormatOf(field);
  if (format !== undefined) return formatValues[format];
  const rule = (rules[field.type === 'Date' ? 'DateTime' : field.type] ?? []).find(([names]) => names.test(field.name));
  if (rule !== undefined) return field.type === 'Date' ? dayOf(rule[1]) : rule[1];
  if (field.type === 'String' && isName(field)) return nameOf(entity);
  return fallback[field.type];
}

/** The maximum length of generated strings. */
const longestFake: Partial<Record<ScalarField['type'], number>> = { String: 100, Text: 1_000 };

/** Returns whether the field's rules can refuse realistic values. */
function isLimited(field: ScalarField): boolean {
  const { type, min, max, pattern } = field;
  const isRoomy = max === undefined || Number(max) >= (longestFake[type] ?? Infinity);
  return !isRoomy || min !== undefined || pattern !== undefined || (type === 'Decimal' && scaleOf(field) !== undefined);
}

function call(method: string, options: readonly string[] = []): Code {
  return options.length === 0 ? `faker.${method}()` : [`faker.${method}(`, braces(options), ')'];
}

function oneOf(...values: readonly string[]): Code {
  return ['faker.helpers.arrayElement(', list('[', values.map(quote), '])')];
}

type Rule = readonly [names: RegExp, value: Code];

/** Lower case, as plugins store addresses. */
const exampleEmail = 'faker.internet.exampleEmail().toLowerCase()';

const rules: Partial<Record<ScalarField['type'], readonly Rule[]>> = {
  String: [
    [/e?mail/i, exampleEmail],
    [/first_?name|given_?name/i, call('person.firstName')],
    [/last_?name|surname|family_?name/i, call('person.lastName')],
    [/user_?name|login|handle|nick/i, call('internet.username')],
    [/full_?name|author|contact|owner|person/i, call('person.fullName')],
    [/company|organi[sz]ation|employer|vendor|supplier|brand/i, call('company.name')],
    [/phone|mobile|tel$|fax/i, call('phone.number')],
    [/street|address/i, call('location.streetAddress')],
    [/city|town/i, call('location.city')],
    [/country/i, call('location.country')],
    [/zip|postal|postcode/i, call('location.zipCode')],
    [/state|region|province/i, call('location.state')],
    [/url|website|link|homepage/i, '`https://${faker.internet.domainWord()}.example`'],
    [/colou?r/i, call('color.human')],
    [/currency/i, call('finance.currencyCode')],
    [/iban/i, call('finance.iban')],
    [/isbn/i, call('commerce.isbn')],
    [/job|position|profession/i, call('person.jobTitle')],
    [/department|category|genre/i, call('commerce.department')],
    [/status/i, oneOf('new', 'active', 'closed')],
    [/priority/i, oneOf('low', 'medium', 'high')],
    [/slug/i, call('lorem.slug')],
    [/code|number|reference|sku|serial/i, call('string.alphanumeric', ['length: 8', "casing: 'upper'"])],
    [/subject|headline|slogan|summary/i, call('company.catchPhrase')],
  ],
  Int: [
    [/year/i, call('number.int', ['min: 1990', 'max: 2025'])],
    [/age$/i, call('number.int', ['min: 18', 'max: 80'])],
    [/rating|stars|score/i, call('number.int', ['min: 1', 'max: 5'])],
    [/percent|discount/i, call('number.int', ['min: 0', 'max: 100'])],
    [/quantity|amount/i, call('number.int', ['min: 1', 'max: 10'])],
    [/minutes|duration/i, call('number.int', ['min: 5', 'max: 180'])],
    [/pages/i, call('number.int', ['min: 80', 'max: 900'])],
  ],
  Float: [
    [/lat(itude)?$/i, call('location.latitude')],
    [/(lng|lon|long|longitude)$/i, call('location.longitude')],
    [/rating|stars|score/i, call('number.float', ['min: 1', 'max: 5', 'fractionDigits: 1'])],
  ],
  Decimal: [[/rate|percent|discount|tax/i, call('commerce.price', ['min: 0', 'max: 25'])]],
  DateTime: [
    [/birth|born/i, call('date.birthdate')],
    [/due|deadline|expire|until|end|start|from|departure|arrival|schedule|event/i, call('date.soon', ['days: 90'])],
  ],
};

/** Values of formats, valid under every rule of the format. */
const formatValues: Readonly<Record<TextFormat, Code>> = {
  email: exampleEmail,
  url: '`https://${faker.internet.domainWord()}.example`',
  phone: call('phone.number', ["style: 'international'"]),
  slug: call('lorem.slug'),
  color: call('color.rgb'),
};

const fallback: Readonly<Record<Exclude<ScalarField['type'], 'Json' | 'Enum'>, Code>> = {
  String: call('commerce.productAdjective'),
  Text: call('commerce.productDescription'),
  Int: call('number.int', ['min: 0', 'max: 100']),
  BigInt: call('number.bigInt', ['min: 0n', 'max: 1_000_000n']),
  Float: call('number.float', ['min: 0', 'max: 100', 'fractionDigits: 2']),
  Decimal: call('commerce.price'),
  Boolean: call('datatype.boolean'),
  Date: dayOf(call('date.recent', ['days: 90'])),
  DateTime: call('date.recent', ['days: 90']),
};

/** Returns the day of a timestamp. */
function dayOf(date: Code): Code {
  return list('dayOf(', [date], ')');
}

/** Returns a value within the field's limits, which the rules by name ignore. */
function limitedValue(field: ScalarField): Code {
  const { type, unique, min, max } = field;
  if (type === 'BigInt') {
    if (unique) return ['BigInt(', sampleValue(field, 'number'), ')'];
    const least = numberLiteral(min ?? Math.min(0, Number(max ?? 0)));
    return call('number.bigInt', [
      `min: ${least}n`,
      `max: ${max === undefined ? `${least}n + 1_000_000n` : `${numberLiteral(max)}n`}`,
    ]);
  }
  if (type === 'Decimal' && !unique) return amount(field) ?? sampleValue(field, 'number');
  if (unique || (type !== 'Int' && type !== 'Float')) return sampleValue(field, 'number');
  const least = Number(min ?? Math.min(0, Number(max ?? 0) - 100));
  const limits = [`min: ${numeral(least)}`, `max: ${numeral(Number(max ?? least + 100))}`];
  return call(type === 'Int' ? 'number.int' : 'number.float', limits);
}

/** Returns an amount of at most two digits after the point; `undefined` if the limits have more, or are very large. */
function amount(field: ScalarField): Code | undefined {
  const digits = Math.min(scaleOf(field) ?? 2, 2);
  const limits = [field.min, field.max].filter((limit) => limit !== undefined).map(String);
  const isPlain = (limit: string) => (limit.split('.')[1]?.length ?? 0) <= digits && Math.abs(Number(limit)) < 10 ** 9;
  if (!limits.every(isPlain)) return undefined;
  const least = Number(field.min ?? Math.min(0, Number(field.max ?? 1_000) - 1_000));
  const most = Number(field.max ?? least + 1_000);
  return call('finance.amount', [`min: ${least}`, `max: ${most}`, `dec: ${digits}`]);
}

/** Prints a number like the formatter. */
function numeral(value: number): string {
  return String(value).replace('e+', 'e');
}

/** Returns whether the field names the record. */
function isName({ name }: ScalarField): boolean {
  return /^(name|title|label)$/i.test(name);
}

function nameOf({ names }: EntityModel): Code {
  const rule = nameRules.find(([entities]) => entities.test(names.pascal));
  return rule?.[1] ?? call('commerce.productName');
}

/** Rules for the name of a record, by entity. */
const nameRules: readonly Rule[] = [
  [
    /customer|user|person|author|employee|member|contact|student|teacher|patient|client|doctor|guest|agent/i,
    call('person.fullName'),
  ],
  [/company|organi[sz]ation|vendor|supplier|brand|shop|store|publisher|team/i, call('company.name')],
  [/category|department|tag|label|topic|genre|group/i, call('commerce.department')],
  [/city|town|place|location/i, call('location.city')],
  [/country/i, call('location.country')],
  [/book/i, call('book.title')],
  [/song|track/i, call('music.songName')],
  [/album/i, call('music.album')],
  [/vehicle|car$/i, call('vehicle.vehicle')],
  [/post|article|page|event|task|ticket|issue|project|course/i, call('company.catchPhrase')],
];

/** Returns an expression with a different value for every `number`. */
export function uniqueValue(field: ScalarField, entity: EntityModel): Code {
  const { name, type } = field;
  const isForm = textFormatOf(field) !== undefined;
  if (isForm || isLimited(field) || type === 'Enum' || type === 'Json') return sampleValue(field, 'number');
  if (type !== 'String' && type !== 'Text') return uniqueNumbers[type];
  const text = uniqueTexts.find(([pattern]) => pattern.test(name))?.[1];
  if (text !== undefined) return text;
  if (isName(field)) return ['`${', nameOf(entity), '} ${number}`'];
  return `\`${prefix(/reference|number|code|serial/i.test(name) ? entity.names.pascal : name)}-\${1000 + number}\``;
}

const uniqueTexts: readonly Rule[] = [
  [/e?mail/i, '`${faker.internet.username().toLowerCase()}.${number}@example.com`'],
  [/user_?name|login|handle|nick/i, '`${faker.internet.username()}_${number}`'],
  [/slug/i, '`${faker.lorem.slug()}-${number}`'],
];

const uniqueNumbers: Readonly<Record<Exclude<ScalarField['type'], 'String' | 'Text' | 'Enum' | 'Json'>, Code>> = {
  Int: '1000 + number',
  BigInt: 'BigInt(1000 + number)',
  Float: 'number + 0.5',
  Decimal: '`${number}.50`',
  Date: dayOf('daysAgo(number)'),
  Boolean: 'number % 2 === 0',
  DateTime: 'daysAgo(number)',
};

/** `ORD` for `Order`. */
function prefix(name: string): string {
  return name.slice(0, 3).toUpperCase();
}
