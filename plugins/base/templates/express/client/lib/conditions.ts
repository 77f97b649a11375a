import type { AnyColumn } from '@/components/records/Cell';
import { formatDate, formatDateTime, formatDecimal, formatName } from '@/lib/format';
import { t } from '@/lib/i18n';
import { isoDay } from '@/lib/weeks';

/** A way to filter by a column. */
export interface Comparison {
  readonly id: string;
  /** The name of the message. */
  readonly label: Label;
  /** The operators of the API, one for each value. An empty string means equality. */
  readonly operators: readonly string[];
  /** The value, if the user does not enter one. */
  readonly value?: string;
}

type Label =
  | 'comparesEqual'
  | 'comparesSome'
  | 'comparesOneOf'
  | 'comparesRange'
  | 'comparesContains'
  | 'comparesStartsWith'
  | 'comparesEmpty'
  | 'comparesPresent';

const equals: Comparison = { id: 'equals', label: 'comparesEqual', operators: [''] };
const some: Comparison = { id: 'some', label: 'comparesSome', operators: ['some'] };
const oneOf: Comparison = { id: 'in', label: 'comparesOneOf', operators: ['in'] };
const range: Comparison = { id: 'range', label: 'comparesRange', operators: ['gte', 'lte'] };
/** Days in the user’s time zone. The end is the start of the next day. */
export const days: Comparison = { id: 'days', label: 'comparesRange', operators: ['gte', 'lt'] };
const texts: readonly Comparison[] = [
  { id: 'contains', label: 'comparesContains', operators: ['contains'] },
  { id: 'startsWith', label: 'comparesStartsWith', operators: ['startsWith'] },
  equals,
];
const presence: readonly Comparison[] = [
  { id: 'empty', label: 'comparesEmpty', operators: ['null'], value: 'true' },
  { id: 'present', label: 'comparesPresent', operators: ['null'], value: 'false' },
];

/** Returns the ways to filter by a column. JSON columns have no filter. */
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

type Phrase =
  | 'filterNot'
  | 'filterContains'
  | 'filterStartsWith'
  | 'filterMore'
  | 'filterFrom'
  | 'filterLess'
  | 'filterTo';

/** The messages for filters by operator. */
const phrases = new Map<string, Phrase>([
  ['ne', 'filterNot'],
  ['contains', 'filterContains'],
  ['startsWith', 'filterStartsWith'],
  ['gt', 'filterMore'],
  ['gte', 'filterFrom'],
  ['lt', 'filterLess'],
  ['lte', 'filterTo'],
]);

/** Returns a readable text for a filter. */
export function describe({ column, inner, operator }: Condition, text: string): string {
  const field = inner === undefined ? column.label : `${column.label} (${formatName(inner)})`;
  if (operator === 'null') return t(text === 'true' ? 'filterEmpty' : 'filterPresent', { field });
  if (text === '') return t(operator === 'ne' ? 'filterPresent' : 'filterEmpty', { field });
  const isLastDay = operator === 'lt' && column.type === 'dateTime' && isDayStart(text);
  const phrase = isLastDay ? 'filterTo' : (phrases.get(operator) ?? 'filterEquals');
  const values = operator === 'in' ? text.split(/(?<!\\),/) : [text];
  const shown = values.map((value) => {
    if (isLastDay) return formatDate(dayBefore(value));
    return inner === undefined ? formatFilter(column, value) : value;
  });
  return t(phrase, {
    field,
    value: shown.reduce((first, second) => t('either', { first, second })),
  });
}

function formatFilter({ type, scale, currency }: AnyColumn, value: string): string {
  switch (type) {
    case 'boolean':
      return value === 'true' ? t('yes') : value === 'false' ? t('no') : value;
    case 'enum':
      return formatName(value);
    case 'date':
      return formatDate(value);
    case 'dateTime':
      return isDayStart(value) ? formatDate(isoDay(new Date(value))) : formatDateTime(value);
    case 'number':
      return formatDecimal(value, { scale, currency });
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
