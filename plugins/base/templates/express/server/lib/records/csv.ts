import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify, type Stringifier } from 'csv-stringify';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client';
import { encodeCursor } from '../cursor';
import { log } from '../log';
import type { Page } from '../page';
import { invalidQuery } from '../query';
import type { RecordRules, Records } from './define';
import { deniedFields } from './field-access';
import type { Actor, Row } from './types';

/** Returns whether the header `Accept` prefers CSV to JSON. */
export function wantsCsv(req: Request): boolean {
  return req.accepts(['json', 'csv']) === 'csv';
}

interface Export<Input extends z.ZodType<object>, Patch extends z.ZodType<object>> {
  readonly records: Pick<Records<Input, Patch>, 'rules' | 'list'>;
  readonly readPage: (req: Pick<Request, 'query'>) => Page<string>;
  readonly actor: Actor;
}

/**
 * Streams all records that the filters select as CSV (RFC 4180). A field with several related
 * records contains their ids, separated by spaces. A text that a spreadsheet would run as a formula
 * gets an apostrophe in front. The language of the request determines the decimal sign and the
 * separator.
 *
 * @throws HttpProblem 422 for parameters that CSV does not have
 */
export async function sendCsv<Input extends z.ZodType<object>, Patch extends z.ZodType<object>>(
  req: Request,
  res: Response,
  { records, readPage, actor }: Export<Input, Patch>,
): Promise<void> {
  const { query } = req;
  const refused = ['limit', 'cursor', 'include', 'count'].filter((name) => name in query);
  if (refused.length > 0) {
    throw invalidQuery(
      refused.map((parameter) => ({ parameter, detail: 'Not available for CSV' })),
    );
  }
  const links = linksOf(records.rules);
  const included = [...links.keys()].map((name) => [name, { select: { id: true } }] as const);
  const include = included.length > 0 ? Object.fromEntries(included) : undefined;
  const page = (cursor?: string) => ({
    ...readPage({ query: { ...query, limit: '200', ...(cursor !== undefined && { cursor }) } }),
    include,
  });
  const first = page();
  const rows = await records.list(first, actor);

  async function* all(): AsyncGenerator<Row> {
    let [shown, isLast] = [rows.slice(0, first.take - 1), rows.length < first.take];
    while (true) {
      yield* shown;
      const last = shown.at(-1);
      if (isLast || last === undefined) return;
      const next = page(encodeCursor(last, first.order));
      const following = await records.list(next, actor);
      [shown, isLast] = [following.slice(0, next.take - 1), following.length < next.take];
    }
  }

  const { name, lists, json = [] } = records.rules;
  const denied = await deniedFields(name, 'read', actor);
  const values = [...Object.keys(lists.columns), ...json].filter(
    (field) => !denied.includes(field),
  );
  const hasDecimalComma = usesDecimalComma(req.acceptsLanguages()[0]);
  const columns = ['id', ...values, ...links.keys(), 'createdAt', 'updatedAt'];
  const print = csvOf(columns, { json, links, hasDecimalComma });
  res.vary('Accept').vary('Accept-Language');
  res.type('text/csv').attachment(`${req.baseUrl.split('/').at(-1)}.csv`);
  // The response to HEAD has no body, so the other pages are not read.
  if (req.method === 'HEAD') return void res.end();
  await pipeline(Readable.from(all()), print, res).catch(reportBroken);
}

type AnyRules = RecordRules<z.ZodType<object>, z.ZodType<object>>;

/** Returns the relations to several records that lists include. */
function linksOf({ lists, relations = {} }: Pick<AnyRules, 'lists' | 'relations'>): Links {
  const included = new Set(lists.relations);
  const links = Object.entries(relations).filter(([name, { many }]) => many && included.has(name));
  return new Map(links.map(([name, { field }]) => [name, field]));
}

/** The response has begun, so the client only sees that it ends early. */
function reportBroken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'CSV export failed');
}

/** Returns whether numbers in a language (BCP 47) have a decimal comma; false for `*`. */
function usesDecimalComma(language = 'en'): boolean {
  try {
    const parts = new Intl.NumberFormat(language).formatToParts(0.5);
    return parts.some(({ type, value }) => type === 'decimal' && value === ',');
  } catch {
    return false;
  }
}

/** The fields with the ids of several related records, by relation. */
type Links = ReadonlyMap<string, string>;

interface CsvOptions {
  /** The columns with JSON, which is printed as in the API. */
  readonly json?: readonly string[];
  /** The columns with related records, which are printed as ids with spaces between them. */
  readonly links?: Links;
  /** Whether numbers have a decimal comma. Semicolons then separate the columns. */
  readonly hasDecimalComma?: boolean;
}

/** Returns a stream from records to lines of CSV, with a header. */
export function csvOf(
  columns: readonly string[],
  { json = [], links = new Map(), hasDecimalComma = false }: CsvOptions = {},
): Stringifier {
  const isJson = new Set<unknown>(json);
  const isLink = new Set<unknown>(links.keys());
  const numeral = (value: unknown) => {
    const text = String(value);
    return unescaped(hasDecimalComma ? text.replace('.', ',') : text);
  };
  return stringify({
    header: true,
    columns: columns.map((key) => ({ key, header: links.get(key) ?? key })),
    delimiter: hasDecimalComma ? ';' : ',',
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: {
      boolean: String,
      date: (date) => date.toISOString(),
      number: (value, { column }) =>
        isJson.has(column) ? unescaped(String(value)) : numeral(value),
      object: (value, { column }) => {
        if (isLink.has(column)) return idsOf(value);
        return Prisma.Decimal.isDecimal(value) ? numeral(value) : JSON.stringify(value);
      },
      string: (text, { column, header }) =>
        isJson.has(column) && !header ? JSON.stringify(text) : plain(text),
    },
  });
}

function idsOf(related: object): string {
  return (related as readonly Pick<Row, 'id'>[]).map(({ id }) => id).join(' ');
}

/** Returns a value that is printed without an apostrophe in front. */
function unescaped(value: string) {
  return { value, escape_formulas: false };
}

/**
 * A number with a sign, such as a phone number, is not a formula. A string that already starts with
 * the apostrophe of a formula gets another apostrophe, so that an import does not remove the first.
 */
function plain(text: string) {
  if (/^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text)) return `'${text}`;
  return /^[+-]\d+(?:\.\d+)?$/.test(text) ? unescaped(text) : text;
}
