import { apiAddress, withQuery } from '@/lib/address';
import { get, getPage, type Page, send } from '@/lib/api';

/** The types of one entity's API. */
interface Types {
  record: object;
  input: object;
  patch: object;
  /** Fields that lists can be filtered by. */
  filter: string;
  /** Those of them that lists can be sorted by. */
  sort: string;
  /** Relations that can be read with a record. */
  include: string;
}

/** A record with the relations that were asked for. */
type With<Known extends Types, Name> = Known['record'] &
  Required<Pick<Known['record'], Name & keyof Known['record']>>;

/** What a list shows. A filter of null finds records without a value. */
export interface ListQuery<Known extends Types, Name extends Known['include'] = never> {
  /** 1 to 200; 50 if absent. */
  limit?: number;
  /** `-` before a field is for descending order; the newest come first if absent. */
  sort?: Known['sort'] | `-${Known['sort']}`;
  include?: readonly Name[];
  filters?: Partial<Pick<Known['record'], Known['filter'] & keyof Known['record']>>;
}

/**
 * The records of one entity, through its API below `/api`.
 * @throws ProblemError from every function, for whatever the server refuses
 */
export function collection<Known extends Types>(path: string) {
  return {
    /** The first page of a list; `next` is the address of the one after it. */
    list<Name extends Known['include'] = never>(
      { filters = {}, ...query }: ListQuery<Known, Name> = {},
      signal?: AbortSignal,
    ): Promise<Page<With<Known, Name>>> {
      return getPage(withQuery(apiAddress(path), { ...query, ...filters }), signal);
    },

    get<Name extends Known['include'] = never>(
      id: string,
      query: { include?: readonly Name[] } = {},
      signal?: AbortSignal,
    ): Promise<With<Known, Name>> {
      return get(withQuery(apiAddress(path, id), { ...query }), signal);
    },

    create(input: Known['input']): Promise<Known['record']> {
      return send('POST', apiAddress(path), input);
    },

    /** What the patch leaves out stays as it is. */
    update(id: string, patch: Known['patch']): Promise<Known['record']> {
      return send('PATCH', apiAddress(path, id), patch);
    },

    remove(id: string): Promise<void> {
      return send('DELETE', apiAddress(path, id));
    },
  };
}
