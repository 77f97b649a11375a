import { useState } from 'react';
import { notify } from '@/components/Notices';
import { type ListParams, loadRecords } from '@/hooks/useResource';
import type { Resource, Stored } from '@/lib/resource';

/** The maximum number of records in a bulk request. */
export const mostSelected = 1_000;

interface Shown<Item> {
  /** The records of the current page. */
  readonly records: readonly Item[];
  /** The filters and the order of the list. */
  readonly params: ListParams;
  /** The number of records on all pages, if known. */
  readonly total: number | undefined;
}

interface Pages<Item> {
  /** The filters and the order of the list when its pages were loaded. */
  readonly query: string;
  readonly records: readonly Item[];
}

const none: ReadonlySet<string> = new Set();

/** Returns the selection of records on a page of a list, or on all its pages. */
export function useSelection<Item extends Stored>(
  resource: Resource<Item>,
  { records: shown, params, total = 0 }: Shown<Item>,
) {
  const [marked, setMarked] = useState(none);
  const [pages, setPages] = useState<Pages<Item>>();
  const [isLoading, setIsLoading] = useState(false);
  const query = new URLSearchParams(params).toString();
  // With other filters, the list has other pages.
  const ids = pages && pages.query !== query ? none : marked;
  const loaded = pages?.records ?? [];
  const others = shown.filter(({ id }) => loaded.every((record) => record.id !== id));
  const areAll = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  const arePages = pages?.query === query;

  function select(records: readonly Item[], from?: Pages<Item>) {
    setMarked(new Set(records.map(({ id }) => id)));
    setPages(from);
  }

  /** Selects the records of all pages, up to the maximum. */
  async function selectPages() {
    setIsLoading(true);
    try {
      const records = await loadRecords(resource, params, mostSelected);
      select(records, { query, records });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'failed');
    } finally {
      setIsLoading(false);
    }
  }

  return {
    /** The selected records. */
    records: [...loaded, ...others].filter(({ id }) => ids.has(id)),
    areAll,
    /** The choice between all pages and this page, if there are other pages. */
    pages:
      arePages || (areAll && total > shown.length)
        ? { total, areSelected: arePages, isLoading, selectPages, selectPage: () => select(shown) }
        : undefined,
    has: ({ id }: Item) => ids.has(id),
    toggle: ({ id }: Item) => {
      const kept = [...ids].filter((other) => other !== id);
      setMarked(new Set(ids.has(id) ? kept : [...kept, id]));
      if (!arePages) setPages(undefined);
    },
    toggleAll: () => select(areAll ? [] : shown),
    clear: () => select([]),
    /** Leaves out the records of other pages. */
    leavePages: () => setPages(undefined),
    labelOf: resource.label,
  };
}

export type Selection<Item extends Stored> = ReturnType<typeof useSelection<Item>>;
