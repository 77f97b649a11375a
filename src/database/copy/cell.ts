import type { ScalarType } from './tables.ts';

/**
 * A value of a row in a form that does not depend on the database:
 *
 * - `null`: no value
 * - Boolean: `true` or `false`
 * - Int, BigInt: digits
 * - Float: as JavaScript prints it
 * - Decimal: digits without an exponent and without trailing zeros
 * - DateTime: ISO 8601 in UTC with milliseconds
 * - Json: JSON text
 * - Bytes: `\x` and hexadecimal digits
 * - String, Enum: the text itself
 */
export type Cell = string | null | Fault;

/** The values of one row, in the order of the table's columns. */
export type Row = readonly Cell[];

/** A stored value that is not a value of its column's type. */
export class Fault {
  readonly reason: string;

  /** @param reason completes the sentence "the value …" */
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Returns why a database cannot store a value (completes "the value …"); `undefined` if it can. */
export type ValueCheck = (text: string) => string | undefined;

const isoDate =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)? ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?( BC)?$/u;
const outsideYears = 'is outside the years 1 to 9999';

/** Parses a date and time; without a time zone in UTC. */
export function dateCell(text: string): Cell {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z', era] =
    isoDate.exec(text) ?? [];
  if (year === undefined) return new Fault(otherDate.test(text) ? outsideYears : 'is not a date and time');
  if (era !== undefined) return new Fault(outsideYears);
  if (/[1-9]/u.test(fraction.slice(3))) return new Fault('has more than three decimals of a second');
  const date = `${year}-${month}-${day}`;
  const offset = zone.replace(/^(?:UTC)$/u, 'Z').replace(/^([+-]\d\d):?(\d\d)?$/u, (_, h, m) => `${h}:${m ?? '00'}`);
  const time = new Date(`${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  if (Number.isNaN(time.getTime()) || !isDay(date)) return new Fault('is not a date and time');
  return timeCell(time.getTime());
}

const otherDate = /^(?:[+-]?\d{5,}-\d\d-\d\d|-?infinity$)/u;

/** Returns whether a date exists. `Date` takes 31 February for 3 March. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

const firstTime = Date.parse('0001-01-01T00:00:00.000Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/** @param time milliseconds since 1970 */
export function timeCell(time: number): Cell {
  return time < firstTime || time > lastTime ? new Fault(outsideYears) : new Date(time).toISOString();
}

/** Writes a finite number without an exponent. */
export function plainDigits(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/u.exec(String(value)) ?? [];
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return trimmedDecimal(`${sign}0.${'0'.repeat(-point)}${digits}`);
  return trimmedDecimal(`${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`);
}

/** Removes zeros that do not change a decimal number. */
export function trimmedDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/u.exec(text) ?? [];
  const digits = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}

/** Returns the cell of a Float. */
export function floatCell(value: number): Cell {
  if (!Number.isFinite(value)) return new Fault('is not a finite number');
  return value === 0 ? '0' : String(value);
}

const deepest = 1000;

/** Checks JSON text and returns it unchanged. */
export function jsonCell(text: string): Cell {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new Fault('is not valid JSON');
  }
  const fault = faultIn(value, 0);
  return fault === undefined ? text : new Fault(fault);
}

function faultIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'has a number that is not finite';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === deepest) return `is JSON with more than ${deepest} levels`;
  for (const inner of Object.values(value)) {
    const fault = faultIn(inner, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns a form of a value that is equal for equal values: PostgreSQL sorts the keys of JSON objects. */
export function comparable(type: ScalarType, text: string): string {
  return type === 'Json' ? JSON.stringify(sorted(JSON.parse(text))) : text;
}

/** An object becomes a list of pairs, because an object would sort numeric keys first. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => sorted(item));
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { object: entries.map(([key, inner]) => [key, sorted(inner)]) };
}
