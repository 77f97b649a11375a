import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMayRead } from '@/hooks/useMay';
import { useSettled } from '@/hooks/useSettled';
import { apiAddress, withQuery } from '@/lib/address';
import { getPage, type Page } from '@/lib/api';
import { matches } from '@/lib/matches';
import type { Resource, Stored } from '@/lib/resource';

/** The number of options per request. */
const pageSize = 20;

/**
 * Loads the options of a picker: the records that match the typed words, page by page. Until the
 * server answers, the loaded options that match are shown, so no other option can be selected.
 */
export function useChoices<Item extends Stored>(resource: Resource<Item>, typed: string) {
  const { path, canSearch } = resource;
  const mayRead = useMayRead(resource);
  // The server refuses to sort by a field that the user may not read.
  const sort = resource.sort !== undefined && mayRead(resource.sort) ? resource.sort : undefined;
  const wanted = canSearch ? typed.trim() : '';
  const words = useSettled(wanted);
  const { data, isPlaceholderData, isPending, isFetching, error, hasNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [path, 'list', 'choices', words, sort],
      queryFn: ({ pageParam, signal }): Promise<Page<Item>> => getPage<Item>(pageParam, signal),
      initialPageParam: withQuery(apiAddress(path), {
        q: words === '' ? undefined : words,
        limit: pageSize,
        sort,
      }),
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    });
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const isSearching = isPending || isPlaceholderData || words !== wanted;
  return {
    choices:
      isSearching || !canSearch
        ? loaded.filter((record) => matches(resource.label(record), typed))
        : loaded,
    isSearching,
    canSearch,
    error,
    /** Whether there are no records at all. */
    isEmpty: !isSearching && words === '' && loaded.length === 0 && !error,
    hasMore: hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
  };
}
