import type { AnyColumn } from '@/components/records/Cell';
import { formatDate, formatDateTime, formatDecimal, formatName, formatNumber } from '@/lib/format';
import { isoDay } from '@/lib/weeks';

/** A way to filter by a column. */
export interface Comparison {
  readonly id: string;
  readonly label: string;
  /** The operators of the API, one for each value. An empty string means equality. */
  readonly operators: readonly string[];
  /** The value, if the user does not enter one. */
  readonly value?: string;
}

const equals = { id: 'equals', label: 'is', operators: [''] };
const some = { id: 'some', label: 'includes', operators: ['some'] };
const oneOf = { id: 'in', label: 'is one of', operators: ['in'] };
const range = { id: 'range', label: 'is between', operators: ['gte', 'lte'] };
/** Days in the user’s time zone. The end is the start of the next day. */
const days = { id: 'days', label: 'is between', operators: ['gte', 'lt'] };
const texts = [
  { id: 'contains', label: 'contains', operators: ['contains'] },
  { id: 'startsWith', label: 'starts with', operators: ['startsWith'] },
  equals,
];
const presence = [
  { id: 'empty', label: 'is empty', operators: ['null'], value: 'true' },
  { id: 'present', label: 'is not empty', operators: ['null'], value: 'false' },
];

/** Returns the ways to filter by a column. There are none for JSON. */
export function comparisonsOf(column: AnyColumn): readonly Comparison[] {
  const { field, type, optional = false } = column;
  if (field === 'id' || type === 'json') return [];
  return [...valueComparisons(column), ...(optional ? presence : [])];
}

function valueComparisons(column: AnyColumn): readonly Comparison[] {
  if (column.relation) return [column.many ? some : equals];
  switch (column.type) {
    case 'boolean':
      return [equals];
    case 'enum':
      return [oneOf];
    case 'number':
      return [column.unordered ? equals : range];
    case 'date':
      return [range];
    case 'dateTime':
      return [days];
    default:
      return texts;
  }
}

/** Returns the name of a column in filters: `customerId` for a relation, `tags` for several. */
export function filterName({ field, key, many }: AnyColumn): string {
  return many ? field : (key ?? field);
}

/** Returns the parameter of a filter: `total[gte]`. */
export function parameterOf(name: string, operator: string): string {
  return operator === '' ? name : `${name}[${operator}]`;
}

/** A filter in a query: `field`, `field[operator]` or `relation.field[operator]`. */
export interface Condition {
  readonly column: AnyColumn;
  /** The field of a related record. */
  readonly inner?: string | undefined;
  readonly operator: string;
}

/** Returns the condition that a parameter stands for, if it filters by one of the columns. */
export function conditionOf(
  parameter: string,
  columns: readonly AnyColumn[],
): Condition | undefined {
  const [, name = '', inner, operator = ''] =
    /^(\w+)(?:\.(\w+))?(?:\[(\w+)\])?$/.exec(parameter) ?? [];
  const column = columns.find((one) => (inner ? one.field : filterName(one)) === name);
  return column && { column, inner, operator };
}

const phrases = new Map([
  ['ne', ' is not '],
  ['contains', ' contains '],
  ['startsWith', ' starts with '],
  ['gt', ' is more than '],
  ['gte', ': from '],
  ['lt', ' is less than '],
  ['lte', ': to '],
]);

/** Returns a readable text for a filter. */
export function describe({ column, inner, operator }: Condition, text: string): string {
  const name = inner === undefined ? column.label : `${column.label} (${formatName(inner)})`;
  if (operator === 'null') return `${name} is ${text === 'true' ? 'empty' : 'not empty'}`;
  if (text === '') return `${name} is ${operator === 'ne' ? 'not ' : ''}empty`;
  const isLastDay = operator === 'lt' && column.type === 'dateTime' && isDayStart(text);
  const phrase = isLastDay ? ': to ' : (phrases.get(operator) ?? ': ');
  const values = operator === 'in' ? text.split(/(?<!\\),/) : [text];
  const shown = values.map((value) => {
    if (isLastDay) return formatDate(dayBefore(value));
    return inner === undefined ? formatFilter(column, value) : value;
  });
  return name + phrase + shown.join(' or ');
}

function formatFilter({ type, scale, currency }: AnyColumn, value: string): string {
  switch (type) {
    case 'boolean':
      return value === 'true' ? 'Yes' : value === 'false' ? 'No' : value;
    case 'enum':
      return formatName(value);
    case 'date':
      return formatDate(value);
    case 'dateTime':
      return isDayStart(value) ? formatDate(isoDay(new Date(value))) : formatDateTime(value);
    case 'number':
      if (scale !== undefined) return formatDecimal(value, { scale, currency });
      return Number.isSafeInteger(Number(value)) ? formatNumber(Number(value)) : value;
    default:
      return value;
  }
}

/** Returns whether a timestamp is the start of a day in the user’s time zone. */
function isDayStart(iso: string): boolean {
  const date = new Date(iso);
  return date.getTime() === startOf(date).getTime();
}

function startOf(date: Date, shift = 0): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + shift);
}

/** Returns the day before a timestamp: `2026-01-31`. */
function dayBefore(iso: string): string {
  return isoDay(startOf(new Date(iso), -1));
}

/** Converts an entered value to the value of a parameter. Days become timestamps. */
export function toParameter({ id, operators }: Comparison, values: readonly string[]): string[] {
  return operators.map((operator, index) => {
    const text = (values[index] ?? '').trim();
    if (id !== 'days' || text === '') return text;
    const start = new Date(`${text}T00:00`);
    if (Number.isNaN(start.getTime())) return text;
    return startOf(start, operator === 'lt' ? 1 : 0).toISOString();
  });
}

/** Converts the value of a parameter to the value that the user enters. */
export function toEntry({ id }: Comparison, operator: string, text: string): string {
  if (id !== 'days' || Number.isNaN(new Date(text).getTime())) return text;
  return operator === 'lt' && isDayStart(text) ? dayBefore(text) : isoDay(new Date(text));
}
