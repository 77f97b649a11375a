import type { InValue } from '@libsql/client';
import { type Cell, dateCell, Fault, floatCell, jsonCell, plainDigits, timeCell, type ValueCheck } from './cell.ts';
import type { ScalarType } from './tables.ts';

/** A value as {@link taggedColumn} selects it. */
export type TaggedValue = bigint | number | ArrayBuffer | null;

/**
 * Selects a column with its storage class. The driver ends the process when it reads text that is not UTF-8, so text
 * and blobs are both selected as blobs with a letter in front.
 *
 * @param column quoted
 */
export function taggedColumn(column: string): string {
  const tagged = (letter: string) => `CAST('${letter}' || CAST(${column} AS TEXT) AS BLOB)`;
  return `CASE typeof(${column}) WHEN 'text' THEN ${tagged('t')} WHEN 'blob' THEN ${tagged('b')} ELSE ${column} END`;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a value of any storage class as a value of its column's type. */
export function fromSqlite(type: ScalarType, value: TaggedValue): Cell {
  if (value === null) return null;
  const stored = value instanceof ArrayBuffer ? untagged(value) : value;
  return stored instanceof Fault ? stored : readers[type](stored);
}

type Stored = bigint | number | string | Uint8Array;

function untagged(tagged: ArrayBuffer): string | Uint8Array | Fault {
  const bytes = new Uint8Array(tagged, 1);
  if (new Uint8Array(tagged)[0] === 0x62) return bytes;
  try {
    return decoder.decode(bytes);
  } catch {
    return new Fault('is text that is not valid UTF-8');
  }
}

const textReader = (stored: Stored): Cell => (typeof stored === 'string' ? stored : wrongClass(stored, 'text'));
const integerReader = (stored: Stored): Cell =>
  typeof stored === 'bigint' ? stored.toString() : wrongClass(stored, 'an integer');

const readers: Readonly<Record<ScalarType, (stored: Stored) => Cell>> = {
  String: textReader,
  Enum: textReader,
  Int: integerReader,
  BigInt: integerReader,
  Boolean: (stored) => (stored === 1n ? 'true' : stored === 0n ? 'false' : new Fault('is neither 0 nor 1')),
  Float: (stored) => {
    if (typeof stored === 'bigint' && BigInt(Number(stored)) === stored) return stored.toString();
    return typeof stored === 'number' ? floatCell(stored) : wrongClass(stored, 'a number');
  },
  Decimal: (stored) => {
    if (typeof stored === 'bigint') return stored.toString();
    if (typeof stored !== 'number') return wrongClass(stored, 'a number');
    return Number.isFinite(stored) ? plainDigits(stored) : new Fault('is not a finite number');
  },
  DateTime: (stored) => {
    if (typeof stored === 'bigint') return timeCell(Number(stored));
    return typeof stored === 'string' ? dateCell(stored) : wrongClass(stored, 'a date and time');
  },
  // SQLite stores JSON that is only a number as a number.
  Json: (stored) => (stored instanceof Uint8Array ? wrongClass(stored, 'JSON text') : jsonCell(String(stored))),
  Bytes: (stored) =>
    stored instanceof Uint8Array ? `\\x${Buffer.from(stored).toString('hex')}` : wrongClass(stored, 'a blob'),
};

function wrongClass(stored: Stored, expected: string): Fault {
  return new Fault(`is ${className(stored)} instead of ${expected}`);
}

function className(stored: Stored): string {
  if (typeof stored === 'bigint') return 'an integer';
  if (typeof stored === 'number') return 'a real number';
  return typeof stored === 'string' ? 'text' : 'a blob';
}

/** Converts a value to the form in which Prisma's adapter stores it. */
export function toSqlite(type: ScalarType, text: string | null): InValue {
  return text === null ? null : writers[type](text);
}

const writers: Readonly<Record<ScalarType, (text: string) => InValue>> = {
  String: (text) => text,
  Enum: (text) => text,
  Int: BigInt,
  BigInt,
  Boolean: (text) => (text === 'true' ? 1n : 0n),
  Float: Number,
  Decimal: Number,
  DateTime: (text) => text.replace('Z', '+00:00'),
  Json: (text) => JSON.stringify(JSON.parse(text)),
  Bytes: (text) => Buffer.from(text.slice(2), 'hex'),
};

/** Returns why an SQLite column cannot store a value. */
export function sqliteCheck(type: ScalarType): ValueCheck {
  if (type !== 'Decimal') return () => undefined;
  return (text) => {
    const kept = fromSqlite(type, decimalAsStored(Number(text)));
    return kept === text ? undefined : 'has more digits than SQLite stores';
  };
}

/** SQLite stores a whole number of a DECIMAL column as an integer. */
function decimalAsStored(value: number): bigint | number {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value;
}
