import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiAddress, withQuery } from '@/lib/address';
import { get, getPage, send } from '@/lib/api';
import type { Resource, Stored } from '@/lib/resource';

/** `sort`, `limit` and filters of a list, by the names the API gives them. */
export type ListParams = Readonly<Record<string, string>>;

/** The most choices a picker offers, and how many of them one request brings. */
const maxChoices = 1_000;
const choicesPerPage = 200;

/**
 * One page of a list: the first one, or the one at an address that the page before it gave as `next`.
 * The page shown before stays until the new one is here.
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

/** One record with its relations, as it is now; nothing is asked for without an id. */
export function useRecord<Item extends Stored>(
  { path, include }: Resource<Item>,
  id: string | undefined,
) {
  return useQuery({
    queryKey: [path, 'record', id],
    queryFn: ({ signal }) => get<Item>(withQuery(apiAddress(path, id), { include }), signal),
    enabled: id !== undefined,
    // A form keeps what it starts with, so that must not be what was read for an earlier one.
    gcTime: 0,
    refetchOnMount: 'always',
  });
}

/** The records a picker offers, up to a thousand. */
export function useChoices<Item extends Stored>({ path, sort }: Resource<Item>) {
  return useQuery({
    queryKey: [path, 'list', 'choices'],
    queryFn: async ({ signal }) => {
      const choices: Item[] = [];
      let next: string | undefined = withQuery(apiAddress(path), {
        limit: choicesPerPage,
        sort,
      });
      while (next !== undefined && choices.length < maxChoices) {
        const page: { items: Item[]; next: string | undefined } = await getPage<Item>(next, signal);
        choices.push(...page.items);
        next = page.next;
      }
      return { choices, complete: next === undefined };
    },
  });
}

/** Creates a record, or changes the one with the given id. */
export function useSave<Item extends Stored>(resource: Resource<Item>) {
  const refresh = useRefresh(resource);
  const { path } = resource;
  return useMutation({
    mutationFn: ({ id, values }: { id: string | undefined; values: object }) =>
      id === undefined
        ? send<Item>('POST', apiAddress(path), values)
        : send<Item>('PATCH', apiAddress(path, id), values),
    onSuccess: refresh,
  });
}

export function useRemove<Item extends Stored>(resource: Resource<Item>) {
  const refresh = useRefresh(resource);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send<void>('DELETE', apiAddress(resource.path, id)),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: [resource.path, 'record', id] });
      refresh();
    },
  });
}

/** Forgets the lists a change made wrong; records elsewhere may show the changed one, so all are stale. */
function useRefresh(resource: Resource) {
  const queryClient = useQueryClient();
  return () => {
    queryClient.removeQueries({ queryKey: [resource.path, 'list'], type: 'inactive' });
    void queryClient.invalidateQueries();
  };
}
