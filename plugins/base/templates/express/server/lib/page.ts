import type { Request, Response } from 'express';
import { z } from 'zod';
import { type Columns, column, isOptional } from './column';
import { encodeCursor, type Order, whereAfter } from './cursor';
import { type Include, includeSchema, invalidQuery, readQuery } from './query';

type Filter<Named extends Columns> = { [Name in keyof Named]?: z.output<Named[Name]> };

/** The arguments of Prisma’s `findMany` for one page of a list. */
export interface Page<Named extends Columns, Relation extends string> {
  readonly where: { AND: [Filter<Named>, object] };
  readonly orderBy: object[];
  /** The page size plus one, to detect a following page. */
  readonly take: number;
  readonly include: Include<Relation> | undefined;
  readonly order: Order;
}

/**
 * Returns a parser for the query of a list: filters by column, `sort` (with the prefix `-` for
 * descending order), `include`, `limit` and `cursor`. Other parameters are refused.
 */
export function pageReader<Named extends Columns, Relation extends string = never>(rules: {
  readonly columns: Named;
  /** Columns whose values are too long for a cursor. */
  readonly unsortable?: readonly (keyof Named & string)[];
  readonly relations?: readonly Relation[];
}) {
  const columns: Columns = {
    ...rules.columns,
    createdAt: column.dateTime,
    updatedAt: column.dateTime,
  };
  const unsortable = new Set<string>(rules.unsortable);
  const names = Object.keys(columns).filter((name) => !unsortable.has(name));
  const filterSchema = z.strictObject(columns).partial();
  const pageSchema = z.object({
    sort: z.enum([...names, ...names.map((name) => `-${name}`)]).default('-createdAt'),
    include: includeSchema(rules.relations ?? []),
    limit: column.int.pipe(z.number().min(1).max(200)).default(50),
    cursor: z.string().optional(),
  });

  return ({ query }: Pick<Request, 'query'>): Page<Named, Relation> => {
    const { sort, include, limit, cursor, ...filters } = query;
    const page = readQuery(pageSchema, { sort, include, limit, cursor });
    const filter = readQuery(filterSchema, filters);
    const order = orderOf(page.sort);
    const after = page.cursor === undefined ? {} : whereAfter(page.cursor, order, columns);
    if (after === undefined) {
      throw invalidQuery([{ parameter: 'cursor', detail: 'Not a cursor of this list' }]);
    }
    // No empty values follow the cursor. Without a null order, the database can use the index.
    const mayBeEmpty = isOptional(columns[order.field]) && !(order.field in after);
    return {
      where: { AND: [filter as Filter<Named>, after] },
      orderBy: orderByOf(order, mayBeEmpty),
      take: page.limit + 1,
      include: page.include,
      order,
    };
  };
}

interface Shown {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly page: Page<Columns, string>;
}

/** Sends the records of a page, with the URL of the next page in `Link`, if any. */
export function sendPage(req: Request, res: Response, { records, page }: Shown): void {
  const shown = records.slice(0, page.take - 1);
  const last = shown.at(-1);
  if (last !== undefined && records.length > shown.length) {
    const query = new URLSearchParams(req.url.split('?')[1]);
    query.set('cursor', encodeCursor(last, page.order));
    res.links({ next: `${req.baseUrl}?${query}` });
  }
  res.json(shown);
}

function orderOf(sort: string): Order {
  return sort.startsWith('-')
    ? { field: sort.slice(1), direction: 'desc' }
    : { field: sort, direction: 'asc' };
}

function orderByOf({ field, direction }: Order, mayBeEmpty: boolean): object[] {
  const nulls = direction === 'asc' ? 'first' : 'last';
  return [{ [field]: mayBeEmpty ? { sort: direction, nulls } : direction }, { id: direction }];
}
