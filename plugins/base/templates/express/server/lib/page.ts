import type { Request, Response } from 'express';
import { z } from 'zod';
import { boolean, column, type Columns, int } from './column';
import { encodeCursor, type Order, partsAfter, partsOf } from './cursor';
import {
  filterReader,
  type FilterRules,
  type RelatedFilter,
  search,
  searchSchema,
} from './filters';
import { type Include, includeSchema, invalidQuery, readQuery } from './query';

/** The arguments of Prisma’s `findMany` for one page of a list. */
export interface Page<Relation extends string> {
  readonly where: Where;
  /** The conditions of the list’s parts from which the page is read, in their order. */
  readonly parts: readonly object[];
  /** Conditions for related records. */
  readonly related: readonly RelatedFilter[];
  readonly orderBy: object[];
  /** The page size plus one, to detect a following page. */
  readonly take: number;
  readonly include: Include<Relation> | undefined;
  readonly order: Order;
  /** Whether the query requests the number of records in the whole list. */
  readonly isCounted: boolean;
}

interface Where {
  AND: object[];
}

/** The columns of every table. */
const ownColumns = { createdAt: column.dateTime, updatedAt: column.dateTime };

/** The parts of a query that an entity’s lists accept. */
export interface ListRules<Relation extends string> extends FilterRules {
  /** Columns whose values are too long for a cursor. */
  readonly unsortable?: readonly string[];
  /** Columns that `q` searches. */
  readonly search?: readonly string[];
  readonly relations?: readonly Relation[];
}

/** Returns all columns that lists can be filtered by. */
export function listColumns({ columns }: ListRules<string>): Columns {
  return { ...columns, ...ownColumns };
}

/** Returns the values of `sort`: fields, and fields with the prefix `-`. */
export function sortFields(rules: ListRules<string>): string[] {
  const unsortable = new Set(rules.unsortable);
  const names = Object.keys(listColumns(rules)).filter((name) => !unsortable.has(name));
  return [...names, ...names.map((name) => `-${name}`)];
}

/**
 * Returns a parser for the query of a list: filters, `q`, `sort` (with the prefix `-` for
 * descending order), `include`, `limit`, `cursor` and `count`. Other parameters are refused.
 */
export function pageReader<Relation extends string = never>(rules: ListRules<Relation>) {
  const columns = listColumns(rules);
  const readFilters = filterReader({ ...rules, columns });
  const searched = rules.search ?? [];
  const pageSchema = z.object({
    sort: z.enum(sortFields(rules)).default('-createdAt'),
    include: includeSchema(rules.relations ?? []),
    limit: int.pipe(z.number().min(1).max(200)).default(50),
    cursor: z.string().optional(),
    count: boolean.default(false),
    q: (searched.length === 0
      ? z.undefined({ error: 'Unknown parameter' })
      : searchSchema
    ).optional(),
  });

  return ({ query }: Pick<Request, 'query'>): Page<Relation> => {
    const { sort, include, limit, cursor, count, q, ...filters } = query;
    const page = readQuery(pageSchema, { sort, include, limit, cursor, count, q });
    const { own, related } = readFilters(filters);
    const conditions = [...own, ...search(page.q ?? '', searched)];
    const order = orderOf(page.sort);
    const parts =
      page.cursor === undefined ? partsOf(order, columns) : partsAfter(page.cursor, order, columns);
    if (parts === undefined) {
      throw invalidQuery([{ parameter: 'cursor', detail: 'Not a cursor of this list' }]);
    }
    return {
      where: { AND: conditions },
      parts,
      related,
      orderBy: [{ [order.field]: order.direction }, { id: order.direction }],
      take: page.limit + 1,
      include: page.include,
      order,
      isCounted: page.count,
    };
  };
}

interface Shown {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly page: Pick<Page<string>, 'take' | 'order'>;
  /** The number of records in the whole list, if requested. */
  readonly total?: number | undefined;
}

/**
 * Sends the records of a page. `Link` contains the URL of the next page, if any, and
 * `X-Total-Count` the total, if requested.
 */
export function sendPage(req: Request, res: Response, { records, page, total }: Shown): void {
  const shown = records.slice(0, page.take - 1);
  const last = shown.at(-1);
  if (last !== undefined && records.length > shown.length) {
    const query = new URLSearchParams(req.url.split('?')[1]);
    query.set('cursor', encodeCursor(last, page.order));
    res.links({ next: `${req.originalUrl.split('?')[0]}?${query}` });
  }
  if (total !== undefined) res.set('X-Total-Count', String(total));
  res.json(shown);
}

function orderOf(sort: string): Order {
  return sort.startsWith('-')
    ? { field: sort.slice(1), direction: 'desc' }
    : { field: sort, direction: 'asc' };
}
