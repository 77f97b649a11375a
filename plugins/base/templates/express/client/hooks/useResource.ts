import { bigIntAsString } from '@shared/lib/big-int';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiAddress, withQuery } from '@/lib/address';
import { get, getPage, newIdempotencyKey, type Page, send, versionOf } from '@/lib/api';
import type { Resource, Stored } from '@/lib/resource';

/** `sort`, `limit` and filters of a list, as named in the API. */
export type ListParams = Readonly<Record<string, string>>;

/**
 * Loads a page of a list: the first page, or the page at the `next` URL of the previous one. The
 * previous page stays visible during loading.
 */
export function useRecords<Item extends Stored>(
  { path, include }: Resource<Item>,
  { params = {}, address }: { params?: ListParams; address?: string | undefined } = {},
) {
  return useQuery({
    queryKey: [path, 'list', params, address],
    queryFn: ({ signal }) =>
      getPage<Item>(address ?? withQuery(apiAddress(path), { ...params, include }), signal),
    placeholderData: keepPreviousData,
  });
}

/**
 * Loads the number of records that the filters select. Apart from the records, because a database
 * can take long to count them.
 */
export function useCount({ path }: Pick<Resource, 'path'>, filters: ListParams, isNeeded: boolean) {
  return useQuery({
    queryKey: [path, 'count', filters],
    queryFn: async ({ signal }) => {
      const query = { ...filters, limit: 1, count: true };
      const { total } = await getPage<Stored>(withQuery(apiAddress(path), query), signal);
      return total ?? null;
    },
    enabled: isNeeded,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Loads a record with its relations, always from the server. Without an id, no request is sent. */
export function useRecord<Item extends Stored>(
  { path, include }: Resource<Item>,
  id: string | undefined,
) {
  return useQuery({
    queryKey: [path, 'record', id],
    queryFn: ({ signal }) => get<Item>(withQuery(apiAddress(path, id), { include }), signal),
    enabled: id !== undefined,
    // Only the received object has a version.
    structuralSharing: false,
    // A form keeps its initial values, so they must not come from the cache.
    gcTime: 0,
    refetchOnMount: 'always',
  });
}

/** Loads a record with its relations. */
export function loadRecord<Item extends Stored>(
  { path, include }: Resource<Item>,
  id: string,
): Promise<Item> {
  return get<Item>(withQuery(apiAddress(path, id), { include }));
}

/** Loads the first records of a list, at most `most`. */
export async function loadRecords<Item extends Stored>(
  { path, include }: Resource<Item>,
  params: ListParams,
  most: number,
): Promise<readonly Item[]> {
  const records: Item[] = [];
  let address: string | undefined = withQuery(apiAddress(path), { ...params, include, limit: 200 });
  while (address !== undefined && records.length < most) {
    const page: Page<Item> = await getPage<Item>(address);
    records.push(...page.items);
    address = page.next;
  }
  return records.slice(0, most);
}

interface Saved<Item> {
  /** The record to change, as it was read. Without a record, a new one is created. */
  record: Item | undefined;
  values: object;
}

/** Creates a record, or changes one. A record that has changed since it was read is refused. */
export function useSave<Item extends Stored>(resource: Resource<Item>) {
  const refresh = useRefresh(resource);
  const { path } = resource;
  const creation = useRef<{ readonly values: string; readonly key: string }>(undefined);

  /** After an error, the same values have the same key, so that a retry creates no second record. */
  function keyOf(given: object): string {
    const values = JSON.stringify(given, bigIntAsString);
    if (creation.current?.values !== values) {
      creation.current = { values, key: newIdempotencyKey() };
    }
    return creation.current.key;
  }

  return useMutation({
    mutationFn: ({ record, values }: Saved<Item>) =>
      record === undefined
        ? send<Item>('POST', apiAddress(path), values, { idempotencyKey: keyOf(values) })
        : send<Item>('PATCH', apiAddress(path, record.id), values, { ifMatch: versionOf(record) }),
    onSuccess: () => {
      creation.current = undefined;
      refresh();
    },
  });
}

export function useRemove<Item extends Stored>(resource: Resource<Item>) {
  const refresh = useRefresh(resource);
  return useMutation({
    mutationFn: (id: string) => send<void>('DELETE', apiAddress(resource.path, id)),
    onSuccess: (_, id) => refresh({ deleted: id }),
  });
}

/** A bulk request of the API. */
export interface BulkBody {
  create?: readonly object[];
  update?: readonly { id: string; changes: object }[];
  delete?: readonly string[];
}

/** Creates, changes and deletes records in one transaction. */
export function useBulk(resource: Pick<Resource, 'path'>) {
  const refresh = useRefresh(resource);
  return useMutation({
    mutationFn: (body: BulkBody) => sendBulk(resource, body),
    onSuccess: () => refresh(),
  });
}

/**
 * Sends a bulk request: one with an idempotency key is written once.
 *
 * @throws ProblemError with pointers to the refused records. No record is then changed.
 */
export function sendBulk(
  { path }: Pick<Resource, 'path'>,
  body: BulkBody,
  idempotencyKey?: string,
): Promise<void> {
  return send<void>('POST', `${apiAddress(path)}/bulk`, body, { idempotencyKey });
}

/**
 * Removes unused lists of the resource and marks all other data as outdated, because other records
 * can contain the changed one.
 */
export function useRefresh(resource: Pick<Resource, 'path'>) {
  const queryClient = useQueryClient();
  return ({ deleted }: { deleted?: string } = {}) => {
    const { path } = resource;
    queryClient.removeQueries({ queryKey: [path, 'list'], type: 'inactive' });
    void queryClient.invalidateQueries({
      // The page of a deleted record is visible until the next page is loaded.
      predicate: ({ queryKey: [owner, , id] }) =>
        deleted === undefined || owner !== path || id !== deleted,
    });
  };
}
