import { apiAddress, withQuery } from '@/lib/address';
import { get, getCsv, getPage, type Page, send } from '@/lib/api';
import { filterParameters } from '@/lib/filters';

/** The types of one entity's API. */
interface Types {
  record: object;
  input: object;
  patch: object;
  /** The filters of lists, by field: `customer.name` for a field of a related record. */
  filter: object;
  /** The fields that lists can be sorted by. */
  sort: string;
  /** Relations that can be read with a record. */
  include: string;
}

/** A record with its requested relations. */
type With<Known extends Types, Name> = Known['record'] &
  Required<Pick<Known['record'], Name & keyof Known['record']>>;

/** The query of a list. */
export interface ListQuery<Known extends Types, Name extends Known['include'] = never> {
  /** From 1 to 200. The default is 50. */
  limit?: number;
  /** The sort field; the prefix `-` means descending. Newest first by default. */
  sort?: Known['sort'] | `-${Known['sort']}`;
  include?: readonly Name[];
  filters?: Known['filter'];
  /** Words to search for, in any letter case. Records contain all of them. */
  q?: string;
  /** Whether to return the number of records in the whole list as `total`. */
  count?: boolean;
}

/** The part of a list that CSV contains: all pages, with the ids of related records. */
export type CsvQuery<Known extends Types> = Pick<ListQuery<Known>, 'sort' | 'filters' | 'q'>;

/** Changes of up to 1,000 records. */
export interface BulkChanges<Known extends Types> {
  create?: readonly Known['input'][];
  update?: readonly { id: string; changes: Known['patch'] }[];
  /** The ids of the records. */
  delete?: readonly string[];
}

/** The created and changed records, in the order of the request. */
export interface BulkResult<Known extends Types> {
  created: Known['record'][];
  updated: Known['record'][];
  deleted: string[];
}

/**
 * Returns functions for the API of one entity below `/api`.
 * @throws ProblemError from every function if the server refuses the request
 */
export function collection<Known extends Types>(path: string) {
  return {
    /** Returns the first page of a list. `next` is the URL of the next page. */
    list<Name extends Known['include'] = never>(
      { filters = {}, ...query }: ListQuery<Known, Name> = {},
      signal?: AbortSignal,
    ): Promise<Page<With<Known, Name>>> {
      return getPage(
        withQuery(apiAddress(path), { ...query, ...filterParameters(filters) }),
        signal,
      );
    },

    get<Name extends Known['include'] = never>(
      id: string,
      query: { include?: readonly Name[] } = {},
      signal?: AbortSignal,
    ): Promise<With<Known, Name>> {
      return get(withQuery(apiAddress(path, id), { ...query }), signal);
    },

    /** Creates a record: once, if the request is repeated with the same key within a day. */
    create(
      input: Known['input'],
      options: { idempotencyKey?: string } = {},
    ): Promise<Known['record']> {
      return send('POST', apiAddress(path), input, options);
    },

    /** Updates a record. Fields missing in the patch are unchanged. */
    update(id: string, patch: Known['patch']): Promise<Known['record']> {
      return send('PATCH', apiAddress(path, id), patch);
    },

    remove(id: string): Promise<void> {
      return send('DELETE', apiAddress(path, id));
    },

    /** Creates, updates and deletes records in one transaction: all changes, or none. */
    bulk(changes: BulkChanges<Known>): Promise<BulkResult<Known>> {
      return send('POST', apiAddress(path, 'bulk'), changes);
    },

    /** Returns all records that the filters select as a CSV file. */
    csv({ filters = {}, ...query }: CsvQuery<Known> = {}, signal?: AbortSignal): Promise<Blob> {
      return getCsv(
        withQuery(apiAddress(path), { ...query, ...filterParameters(filters) }),
        signal,
      );
    },
  };
}
