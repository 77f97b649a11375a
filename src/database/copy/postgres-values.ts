import { type Cell, dateCell, Fault, floatCell, jsonCell, trimmedDecimal, type ValueCheck } from './cell.ts';
import type { ScalarType } from './tables.ts';

/** Reads PostgreSQL's text form of a value, with the date style ISO in UTC. */
export function fromPostgres(type: ScalarType, text: string | null): Cell {
  return text === null ? null : readers[type](text);
}

const unchanged = (text: string): Cell => text;

const readers: Readonly<Record<ScalarType, (text: string) => Cell>> = {
  String: unchanged,
  Enum: unchanged,
  Int: unchanged,
  BigInt: unchanged,
  Bytes: unchanged,
  Boolean: (text) => (text === 't' ? 'true' : 'false'),
  Float: (text) => floatCell(Number(text)),
  Decimal: (text) => (/^-?[\d.]+$/u.test(text) ? trimmedDecimal(text) : new Fault('is not a finite number')),
  DateTime: dateCell,
  Json: jsonCell,
};

/** A column of an existing table. */
export interface PostgresColumn {
  readonly name: string;
  /** The type without its parameters, as a cast takes it. */
  readonly cast: string;
  /** The type with its parameters: `numeric(65,30)`. */
  readonly type: string;
  /** The values of an enum. */
  readonly labels: readonly string[] | null;
}

/** Returns why a column cannot store a value; `undefined` for a type that is not supported. */
export function postgresCheck({ cast, type, labels }: PostgresColumn): ValueCheck | undefined {
  if (labels !== null) {
    const known = new Set(labels);
    return (text) => (known.has(text) ? undefined : 'is not a value of the enum');
  }
  return checks[cast]?.(parametersOf(type));
}

/** Returns the numbers in parentheses after a type. */
function parametersOf(type: string): readonly number[] {
  const [, list = ''] = /\(([\d,-]+)\)/u.exec(type) ?? [];
  return list === '' ? [] : list.split(',').map(Number);
}

const any = () => (): undefined => undefined;

const checks: Readonly<Record<string, (parameters: readonly number[]) => ValueCheck>> = {
  text: () => textCheck(undefined),
  citext: () => textCheck(undefined),
  'character varying': ([length]) => textCheck(length),
  character: ([length]) => textCheck(length),
  uuid: () => (text) =>
    /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u.test(text) ? undefined : 'is not a UUID in lower case',
  smallint: () => integerCheck(16),
  integer: () => integerCheck(32),
  bigint: () => integerCheck(64),
  boolean: any,
  bytea: any,
  'double precision': any,
  'timestamp without time zone': ([digits]) => secondsCheck(digits),
  'timestamp with time zone': ([digits]) => secondsCheck(digits),
  numeric: ([precision, scale = 0]) => decimalCheck(precision, scale),
  json: () => jsonCheck,
  jsonb: () => jsonCheck,
};

const nul = 'contains U+0000, which PostgreSQL cannot store';

function textCheck(length: number | undefined): ValueCheck {
  return (text) => {
    if (text.includes('\0')) return nul;
    return length !== undefined && text.length > length && charactersOf(text) > length
      ? `is longer than ${length} characters`
      : undefined;
  };
}

/** PostgreSQL counts a surrogate pair as one character. */
function charactersOf(text: string): number {
  return Array.from(text).length;
}

function integerCheck(bits: number): ValueCheck {
  return (text) => {
    const value = BigInt(text);
    return BigInt.asIntN(bits, value) === value ? undefined : `is not an integer of ${bits} bits`;
  };
}

function decimalCheck(precision: number | undefined, scale: number): ValueCheck {
  return (text) => {
    const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*))?$/u.exec(text) ?? [];
    if (precision === undefined) return undefined;
    if (whole.length > precision - scale) return `has more than ${precision - scale} digits before the point`;
    return fraction.length > scale ? `has more than ${scale} digits after the point` : undefined;
  };
}

function secondsCheck(digits = 6): ValueCheck {
  return (text) => {
    const [, fraction = ''] = /\.(\d{3})Z$/u.exec(text) ?? [];
    return /[1-9]/u.test(fraction.slice(digits)) ? `has more than ${digits} decimals of a second` : undefined;
  };
}

function jsonCheck(text: string): string | undefined {
  // Characters that PostgreSQL refuses can only be written as escapes.
  if (!text.includes(String.raw`\u`)) return undefined;
  let reason: string | undefined;
  JSON.parse(text, (key, value: unknown) => {
    reason ??= faultOf(key) ?? (typeof value === 'string' ? faultOf(value) : undefined);
    return value;
  });
  return reason;
}

function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return nul;
  return text.isWellFormed() ? undefined : 'contains an unpaired surrogate, which PostgreSQL cannot store';
}
