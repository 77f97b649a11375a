import type { FieldDefault } from './config.ts';
import { isDecimal, isInt, longInteger } from './default-value.ts';
import type { SchemaFault } from '../core/schema-check.ts';

/** `min` and `max` as written in the file. */
export interface Bounds {
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
}

interface BoundRule {
  readonly expected: string;
  readonly isBound: (value: number | string) => boolean;
  /** Returns the quantity to compare with the bounds: a string's length, or the number itself. */
  readonly measure: (value: number | string) => number | bigint;
}

const lengths = (longest: number): BoundRule => ({
  expected: longest === Infinity ? 'a length: a whole number' : `a length: a whole number of at most ${longest}`,
  isBound: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= longest,
  measure: Number,
});

/** The bound rules by type. Other types have no bounds. Lists can be sorted by a String, so its length is limited. */
const boundRules: Readonly<Record<string, BoundRule>> = {
  String: lengths(1000),
  Text: lengths(Infinity),
  Int: { expected: 'a whole number of at most 32 bits', isBound: isInt, measure: Number },
  BigInt: {
    expected: 'a whole number of at most 64 bits; in quotes beyond 9007199254740991',
    isBound: (value) => longInteger(value) !== undefined,
    measure: (value) => longInteger(value) ?? 0n,
  },
  Float: { expected: 'a number', isBound: (value) => typeof value === 'number', measure: Number },
  Decimal: {
    expected: 'a number, or one in quotes such as "9.99", without an exponent',
    isBound: isDecimal,
    measure: scaled,
  },
};

/** Returns the errors in a field's bounds. Paths are relative to the field. */
export function boundFaults(type: string, bounds: Bounds): readonly SchemaFault[] {
  const rule = ruleOf(type);
  const given = (['min', 'max'] as const).filter((key) => bounds[key] !== undefined);
  if (rule === undefined) {
    return given.map((key) => ({
      code: 'CONFIG_BOUND_MISPLACED',
      message: `A field of type ${type} has no "${key}".`,
      path: [key],
    }));
  }
  const invalid = given.filter((key) => !rule.isBound(bounds[key] ?? 0));
  if (invalid.length > 0) {
    return invalid.map((key) => ({
      code: 'CONFIG_BOUND_INVALID',
      message: `"${key}" of type ${type} must be ${rule.expected}.`,
      path: [key],
    }));
  }
  const { min, max } = bounds;
  if (isLength(type) && max === 0) {
    return [{ code: 'CONFIG_BOUND_INVALID', message: '"max" must be at least 1.', path: ['max'] }];
  }
  if (min === undefined || max === undefined || rule.measure(min) <= rule.measure(max)) return [];
  return [{ code: 'CONFIG_BOUNDS_CROSSED', message: `"min" ${min} is greater than "max" ${max}.`, path: ['min'] }];
}

/** Returns the bound that a default of the right type violates. The bounds must be valid. */
export function brokenBound(type: string, bounds: Bounds, value: FieldDefault): 'min' | 'max' | undefined {
  const rule = ruleOf(type);
  if (rule === undefined || (typeof value !== 'number' && typeof value !== 'string')) return undefined;
  const measured = isLength(type) ? String(value).length : rule.measure(value);
  if (bounds.min !== undefined && measured < rule.measure(bounds.min)) return 'min';
  return bounds.max !== undefined && measured > rule.measure(bounds.max) ? 'max' : undefined;
}

function ruleOf(type: string): BoundRule | undefined {
  return Object.hasOwn(boundRules, type) ? boundRules[type] : undefined;
}

const isLength = (type: string): boolean => type === 'String' || type === 'Text';

/** Returns a decimal as an integer, multiplied by 10^30. Decimals have at most 30 digits after the point. */
function scaled(value: number | string): bigint {
  const [whole = '', fraction = ''] = String(value).split('.');
  return BigInt(`${whole}${fraction.padEnd(30, '0')}`);
}
