import { parse, unparse } from 'papaparse';
import { safeParse, type z } from 'zod';
import type { AnyColumn } from '@/components/records/Cell';
import { ProblemError } from '@/lib/api';
import { type RelatedIds, relatedValue } from '@/lib/csv-relations';
import { type ImportField, valueOf } from '@/lib/csv-values';
import { markedCsv } from '@/lib/download';
import { t, translateProblem } from '@/lib/i18n';

/** A row of a CSV file. */
export interface Row {
  /** The number of the row in a spreadsheet: the row with the names has the number 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly headers: readonly string[];
  readonly rows: readonly Row[];
}

/** Reads a CSV file. The separator can be a comma, a semicolon or a tab. Blank rows are skipped. */
export async function readCsv(file: File): Promise<CsvFile> {
  const { data } = parse<string[]>(decode(await file.arrayBuffer()), { delimiter: separatorOf });
  const all = data.map((cells, index) => ({ number: index + 1, cells }));
  const [first, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell.trim()));
  return { headers: first?.cells.map((cell) => cell.trim()) ?? [], rows };
}

/** Returns the text of a file in UTF-8, or in Windows-1252, which spreadsheets also save. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the separator of a file: the most frequent one in the row with the names. */
function separatorOf(text: string): string {
  const [names = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => names.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Returns the fields of a new record. */
export function importFields(
  schema: z.ZodObject,
  columns: readonly AnyColumn[],
): readonly ImportField[] {
  return Object.entries(schema.shape).map(([name, value]) => {
    const column = columns.find(({ field, key }) => field === name || key === name);
    return {
      name,
      label: column ? column.label : name,
      isRequired: !safeParse(value, undefined).success,
      isJson: column?.type === 'json',
      relation: column?.relation,
      isMany: column?.many,
    };
  });
}

/** Returns the matching field for each header: the field with the same name or label. */
export function matchFields(
  headers: readonly string[],
  fields: readonly ImportField[],
): readonly (ImportField | undefined)[] {
  const taken = new Set<ImportField>();
  return headers.map((header) => {
    const found = fields.find(
      (field) =>
        !taken.has(field) &&
        [field.name, field.label].some((name) => plain(name) === plain(header)),
    );
    if (found) taken.add(found);
    return found;
  });
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** A reason why a row was not imported. */
export interface Rejection {
  readonly row: Row;
  readonly field: string;
  readonly reason: string;
}

interface Candidate {
  readonly row: Row;
  readonly record: object;
}

interface RecordOptions {
  readonly schema: z.ZodObject;
  readonly fields: readonly (ImportField | undefined)[];
  /** The ids of related records that rows give by name. */
  readonly related?: RelatedIds;
}

/** Converts a row to a record, or returns why this is impossible. */
export function recordOf(
  row: Row,
  { schema, fields, related }: RecordOptions,
): Candidate | { readonly rejections: readonly Rejection[] } {
  const ambiguous: Rejection[] = [];
  const values = fields.flatMap((field, index): [string, unknown][] => {
    const text = (row.cells[index] ?? '').trim();
    if (field === undefined || text === '') return [];
    const value = field.relation
      ? relatedValue(text, field, related?.get(field.name))
      : valueOf(text, { schema: schema.shape[field.name], field });
    if (value !== undefined) return [[field.name, value]];
    ambiguous.push({ row, field: field.label, reason: t('importAmbiguous') });
    return [];
  });
  if (ambiguous.length > 0) return { rejections: ambiguous };
  const record = Object.fromEntries(values);
  const { error } = safeParse(schema, record);
  if (!error) return { row, record };
  const labels = new Map(fields.map((field) => [field?.name, field?.label]));
  const rejections = error.issues.map(({ path: [name], message }) => {
    const isMissing = typeof name === 'string' && !Object.hasOwn(record, name);
    const field = labels.get(String(name)) ?? String(name ?? '');
    return { row, field, reason: isMissing ? t('required') : translateProblem(message) };
  });
  return { rejections };
}

/** The maximum number of records in a request. */
const mostRecords = 500;

/** How often a request without a response is repeated. */
const mostRepeats = 2;

export interface ImportReport {
  readonly imported: number;
  readonly rejections: readonly Rejection[];
  /** Why the import stopped before its end. */
  readonly error?: Error;
}

interface ImportOptions extends RecordOptions {
  /**
   * Creates all of these records, or none. The number of the first row distinguishes the request
   * from all others that succeed.
   */
  readonly create: (records: readonly object[], firstRow: number) => Promise<void>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Imports rows, up to 500 in a request. If the server refuses rows, a smaller request follows
 * without them.
 */
export async function importRows(
  rows: readonly Row[],
  { create, onProgress, signal, ...options }: ImportOptions,
): Promise<ImportReport> {
  const rejections: Rejection[] = [];
  let [imported, size] = [0, mostRecords];
  let waiting: readonly Candidate[] = [];
  let position = 0;
  let repeats = 0;

  while (!signal.aborted && (position < rows.length || waiting.length > 0)) {
    const read = rows.slice(position, position + size - waiting.length);
    position += read.length;
    const parsed = read.map((row) => recordOf(row, options));
    rejections.push(...parsed.flatMap((one) => ('rejections' in one ? one.rejections : [])));
    waiting = [...waiting, ...parsed.filter((one) => 'record' in one)];
    const sent = waiting.slice(0, size);
    try {
      const [first] = sent;
      if (first)
        await create(
          sent.map(({ record }) => record),
          first.row.number,
        );
      imported += sent.length;
      repeats = 0;
      waiting = waiting.slice(size);
      size = Math.min(mostRecords, size * 2);
    } catch (error) {
      const refused =
        error instanceof Error ? rejectionsOf(error, { sent, fields: options.fields }) : [];
      if (error instanceof ProblemError && error.status === 429) {
        await pause(error.retryAfter ?? 1, signal);
      } else if (isUncertain(error) && repeats < mostRepeats) {
        repeats += 1;
        await pause(1, signal);
      } else if (refused.length > 0) {
        rejections.push(...refused);
        const rejected = new Set(refused.map(({ row }) => row));
        waiting = waiting.filter(({ row }) => !rejected.has(row));
        size = half(sent.length);
      } else if (error instanceof ProblemError && error.status === 413 && sent.length > 1) {
        size = half(sent.length);
      } else {
        const left = [...waiting.map(({ row }) => row), ...rows.slice(position)];
        const failed = failedReport(left, error);
        return {
          ...failed,
          imported,
          rejections: inOrder([...rejections, ...failed.rejections]),
        };
      }
    }
    onProgress(position - waiting.length);
  }
  const left = [...waiting.map(({ row }) => row), ...rows.slice(position)];
  const stopped = left.map((row) => ({ row, field: '', reason: t('importStopped') }));
  return { imported, rejections: inOrder([...rejections, ...stopped]) };
}

/** Returns the report of rows that were not imported because of an error. */
export function failedReport(rows: readonly Row[], cause: unknown): ImportReport {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const rejections = rows.map((row) => ({ row, field: '', reason: error.message }));
  return { imported: 0, rejections, error };
}

/** Returns whether the server may have stored the records of a request that failed. */
function isUncertain(error: unknown): boolean {
  return (
    error instanceof ProblemError && (error.status === 0 || error.code === 'request_in_progress')
  );
}

function inOrder(rejections: readonly Rejection[]): readonly Rejection[] {
  return rejections.toSorted((one, other) => one.row.number - other.row.number);
}

function half(count: number): number {
  return Math.max(1, Math.ceil(count / 2));
}

/** Waits, or until the import is stopped. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns the rows that the server refused. A pointer such as `/create/3/name` names the row. */
function rejectionsOf(
  error: Error,
  { sent, fields }: { sent: readonly Candidate[] } & Pick<ImportOptions, 'fields'>,
): readonly Rejection[] {
  if (!(error instanceof ProblemError)) return [];
  const labels = new Map(fields.map((field) => [field?.name, field?.label]));
  return error.errors.flatMap(({ pointer = '', detail }) => {
    const [, kind, index, name = ''] = pointer.split('/');
    const row = kind === 'create' ? sent[Number(index)]?.row : undefined;
    return row ? [{ row, field: labels.get(name) ?? name, reason: detail }] : [];
  });
}

/** Returns the rejected rows as CSV, with the reasons. */
export function rejectionsCsv(headers: readonly string[], rejections: readonly Rejection[]): Blob {
  const lines = rejections.map(({ row, field, reason }) => [
    row.number,
    field,
    reason,
    ...row.cells,
  ]);
  const text = unparse([[t('row'), t('field'), t('reason'), ...headers], ...lines], {
    escapeFormulae: true,
  });
  return markedCsv(text);
}
