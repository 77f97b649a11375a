import type { TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { EntityModel, ScalarField } from '../../data-layer/model.ts';
import { labelOf } from '../../data-layer/names.ts';
import { numberLiteral } from '../../data-layer/prisma-text.ts';
import { type Code, list, quote } from '../code.ts';
import { enumValues } from './enums.ts';
import { type PatternSample, patternSample } from './pattern-sample.ts';
import { wholeOf } from './patterns.ts';

/**
 * Returns an expression for a valid value in an API body. The variable `count` varies the value, within the field's
 * rules.
 */
export function sampleValue(field: ScalarField, count = 'count'): Code {
  switch (field.type) {
    case 'String':
    case 'Text':
      return sampleText(field, count);
    case 'Int':
      return wholeNumber(field, count) ?? numeral(field.min);
    case 'BigInt': {
      const number = wholeNumber(field, count);
      return number === undefined ? quote(numberLiteral(field.min ?? field.max ?? 0)) : `String(${number})`;
    }
    case 'Float':
      return fraction(field, count);
    case 'Decimal':
      return decimal(field, count);
    case 'Boolean':
      return `${count} % 2 === 0`;
    case 'Date':
      return `day(${count}).slice(0, 10)`;
    case 'DateTime':
      return `day(${count})`;
    case 'Json':
      return count === 'count' ? '{ count }' : `{ count: ${count} }`;
    case 'Enum':
      return list('oneOf(', [enumValues(field), count], ')');
    default:
      throw new Error(`field type ${String(field.type satisfies never)}`);
  }
}

/** Returns the functions of `test/support/factory.ts` that an entity's samples call. */
export function sampleHelpers({ fields }: EntityModel): readonly string[] {
  const uses = (helper: string) => fields.some((field) => helperOf(field) === helper);
  return ['day', 'letters', 'oneOf'].filter(uses);
}

function helperOf(field: ScalarField): string | undefined {
  if (field.type === 'Date' || field.type === 'DateTime') return 'day';
  if (field.type === 'Enum') return 'oneOf';
  const counter =
    field.pattern === undefined || isEmail(field) ? undefined : patternSample(field.pattern, field)?.counter;
  return counter === undefined || counter.digits.startsWith('0') ? undefined : 'letters';
}

/** Returns whether no sample can be generated for the field's pattern. */
export function isBeyondSamples(field: ScalarField): boolean {
  const { pattern } = field;
  return pattern !== undefined && !isEmail(field) && patternSample(pattern, field) === undefined;
}

/** Strings in each format, different for every number. */
const formatSamples: Readonly<Record<TextFormat, (count: string) => string>> = {
  email: (count) => `\`user\${${count}}@example.com\``,
  url: (count) => `\`https://example.com/\${${count}}\``,
  phone: (count) => `\`+\${15_551_000_000 + ${count}}\``,
  slug: (count) => `\`slug-\${${count}}\``,
  color: (count) => `\`#\${String(${count}).padStart(6, '0')}\``,
};

/** Returns whether the name of a field and its rules mean an e-mail address, as in samples of the format. */
export function isEmail({ name, pattern, min, max }: ScalarField): boolean {
  if (pattern === undefined || !/e?mail$/i.test(name)) return false;
  const whole = new RegExp(wholeOf(pattern), 'u');
  return ['user1@example.com', 'user9999@example.com'].every(
    (text) => whole.test(text) && text.length >= Number(min ?? 0) && text.length <= Number(max ?? Infinity),
  );
}

/** The digits of the largest number that tests use. */
const countWidth = 4;

function sampleText(field: ScalarField, count: string): string {
  const format = textFormatOf(field);
  if (format !== undefined) return formatSamples[format](count);
  if (isEmail(field)) return formatSamples.email(count);
  const sample = field.pattern === undefined ? undefined : patternSample(field.pattern, field);
  if (sample !== undefined) return patternText(sample, count);
  const least = Number(field.min ?? 0);
  const most = Number(field.max ?? 1_000);
  if (most <= countWidth) {
    const text = `String(${count} % ${10 ** most})`;
    return least > 1 ? `${text}.padStart(${least}, '0')` : text;
  }
  const label = labelOf(field.name)
    .slice(0, most - countWidth - 1)
    .trimEnd();
  const text = label === '' ? `String(${count})` : `\`${escaped(label)} \${${count}}\``;
  return label.length + 2 < least ? `${text}.padEnd(${least}, '.')` : text;
}

function patternText({ before, counter, after }: PatternSample, count: string): string {
  if (counter === undefined) return quote(before + after);
  const { digits, width } = counter;
  const number = digits.startsWith('0')
    ? `String(${count})${width > 1 ? `.padStart(${width}, '0')` : ''}`
    : `letters(${count}, ${width})${digits.startsWith('a') ? '.toLowerCase()' : ''}`;
  if (before === '' && after === '') return number;
  const shown = number === `String(${count})` ? count : number;
  return `\`${escaped(before)}\${${shown}}${escaped(after)}\``;
}

/** Escapes a string for a template literal. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{|$)/g, '\\$&');
}

/** A count of numbers that needs no limit handling. */
const plenty = 100_000;

/** Returns an integer expression; `undefined` if a limit is too large for counting. */
function wholeNumber(field: ScalarField, count: string): string | undefined {
  const least = field.min === undefined ? undefined : Math.ceil(Number(field.min));
  const most = field.max === undefined ? undefined : Math.floor(Number(field.max));
  if ([least, most].some((limit) => limit !== undefined && Math.abs(limit) > 2 ** 52)) return undefined;
  return counted(count, { least, most });
}

interface Span {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

function counted(count: string, { least, most }: Span): string {
  const start = least ?? Math.min(0, (most ?? 0) - plenty);
  if ((least ?? 0) <= 1 && (most ?? plenty) >= plenty) return count;
  if (most === undefined || most - start >= plenty) return `${start} + ${count}`;
  const turn = `${count} % ${most - start + 1}`;
  if (most === start) return String(start);
  return start === 0 ? turn : `${start} + (${turn})`;
}

function fraction({ min, max }: ScalarField, count: string): string {
  if (min === undefined && max === undefined) return `${count} + 0.5`;
  if (max === undefined) return Number(min) <= 1 ? `${count} + 0.5` : `${numeral(min)} + ${count}`;
  if (min === undefined) return `${numeral(max)} - ${count}`;
  const step = Number(((Number(max) - Number(min)) / 1_000).toPrecision(12));
  const part = `(${count} % 1000) * ${numeral(step)}`;
  return Number(min) === 0 ? part : `${numeral(min)} + ${part}`;
}

function decimal(field: ScalarField, count: string): string {
  const { min, max } = field;
  const fraction = scaleOf(field) === 0 ? 0 : 0.5;
  const least = Math.max(0, Math.ceil(Number(min ?? 0) - fraction));
  const most = max === undefined ? undefined : Math.floor(Number(max) - fraction);
  const isWide = most === undefined || (most >= least && most < 2 ** 52);
  if (!isWide || least > 10 ** 12) return quote(plainDecimal(numberLiteral(min ?? max ?? 0)));
  const whole = counted(count, { least: least === 0 && most === undefined ? undefined : least, most });
  return fraction === 0 ? `String(${whole})` : `\`\${${whole}}.5\``;
}

/** Prints a decimal like the API. */
function plainDecimal(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/** Prints a number like the formatter. */
function numeral(value: number | string | undefined): string {
  return String(value ?? 0).replace('e+', 'e');
}
