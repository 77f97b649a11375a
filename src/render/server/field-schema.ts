import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { ScalarField } from '../../data-layer/model.ts';
import { numberLiteral } from '../../data-layer/prisma-text.ts';
import { type Call, type Code, chain, quote } from '../code.ts';
import { enumValues } from './enums.ts';
import { regexLiteral } from './patterns.ts';

/** Returns the parts of `shared/lib/values.ts` that a field's schema uses. */
export function sharedNames(field: ScalarField): readonly string[] {
  const { type } = field;
  if (type === 'Boolean' || type === 'Enum') return [];
  return [
    textFormatOf(field) ?? sharedSchemas[type],
    ...(saysSomething(field) ? [notBlank] : []),
    ...(type === 'Decimal' ? Object.keys(decimalChecks(field)) : []),
  ];
}

const notBlank = 'notBlank';

/** Returns the zod schema of a field in a request body: `line.max(40).nullish()`. */
export function fieldSchema(field: ScalarField): Code {
  const calls = [...rules(field), ...presence(field)];
  const { type } = field;
  if (type === 'Boolean') return chain('z', [{ method: 'boolean' }, ...calls]);
  if (type === 'Enum') return chain('z', [{ method: 'enum', options: [enumValues(field)] }, ...calls]);
  return chain(textFormatOf(field) ?? sharedSchemas[type], calls);
}

/** Schemas of `shared/lib/values.ts`. */
const sharedSchemas = {
  String: 'line',
  Text: 'text',
  Int: 'int',
  Float: 'float',
  BigInt: 'bigInt',
  Decimal: 'decimal',
  Date: 'date',
  DateTime: 'dateTime',
  Json: 'json',
} as const satisfies Partial<Record<ScalarField['type'], string>>;

/** Returns the calls for omitted values. Optional fields also accept `null`. */
function presence({ required, default: value }: ScalarField): readonly Call[] {
  if (!required) return [{ method: 'nullish' }];
  return value === undefined ? [] : [{ method: 'optional' }];
}

function rules(field: ScalarField): readonly Call[] {
  switch (field.type) {
    case 'String':
    case 'Text':
      return textFormatOf(field) === undefined ? textRules(field) : [];
    case 'Int':
    case 'Float':
      return bounds(field);
    case 'BigInt': {
      const checks = [
        ...(field.min === undefined ? [] : [`z.gte(${numberLiteral(field.min)}n)`]),
        ...(field.max === undefined ? [] : [`z.lte(${numberLiteral(field.max)}n)`]),
      ];
      return checks.length === 0 ? [] : [{ method: 'check', options: checks }];
    }
    case 'Decimal': {
      const checks = Object.entries(decimalChecks(field)).map(([name, argument]) => `${name}(${argument})`);
      return checks.length === 0 ? [] : [{ method: 'check', options: checks }];
    }
    case 'Boolean':
    case 'Date':
    case 'DateTime':
    case 'Json':
    case 'Enum':
      return [];
    default:
      throw new Error(`field type ${String(field.type satisfies never)}`);
  }
}

/** Returns the rules of a string. Required strings must not be empty, nor blank unless the field has a pattern. */
function textRules(field: ScalarField): readonly Call[] {
  const { pattern, required, min = 0 } = field;
  const least = Math.max(Number(min), required && pattern !== undefined ? 1 : 0);
  return [
    ...bounds({ ...field, min: least > 0 ? least : undefined }),
    ...(saysSomething(field) ? [{ method: 'check', options: [notBlank] }] : []),
    ...(pattern === undefined ? [] : [{ method: 'regex', ...regexLiteral(pattern) }]),
  ];
}

/** Returns whether `notBlank` checks that a string is present. A format refuses blank strings itself. */
function saysSomething(field: ScalarField): boolean {
  const { type, required, pattern } = field;
  return (
    (type === 'String' || type === 'Text') && required && pattern === undefined && textFormatOf(field) === undefined
  );
}

interface Bounds {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
}

function bounds({ min, max }: Bounds): readonly Call[] {
  return [
    ...(min === undefined ? [] : [{ method: 'min', options: [numeral(min)] }]),
    ...(max === undefined ? [] : [{ method: 'max', options: [numeral(max)] }]),
  ];
}

/** Prints a number like the formatter: `1e21`, not `1e+21`. */
function numeral(limit: number | string): string {
  return String(limit).replace('e+', 'e');
}

/** Returns the checks of a decimal by name, each with its argument. */
function decimalChecks(field: ScalarField): Readonly<Record<string, string>> {
  const { min, max } = field;
  const scale = scaleOf(field);
  return {
    ...(scale === undefined ? {} : { fractionDigits: String(scale) }),
    ...(min === undefined ? {} : { atLeast: quote(numberLiteral(min)) }),
    ...(max === undefined ? {} : { atMost: quote(numberLiteral(max)) }),
  };
}
