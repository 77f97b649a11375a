import { useState } from 'react';
import type { Resource, Stored } from '@/lib/resource';

/** Returns the selection of records on a page of a list. */
export function useSelection<Item extends Stored>(
  resource: Resource<Item>,
  shown: readonly Item[],
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const records = shown.filter(({ id }) => ids.has(id));
  const areAll = shown.length > 0 && records.length === shown.length;
  return {
    /** The selected records. */
    records,
    areAll,
    has: ({ id }: Item) => ids.has(id),
    toggle: ({ id }: Item) => {
      const others = [...ids].filter((other) => other !== id);
      setIds(new Set(ids.has(id) ? others : [...others, id]));
    },
    toggleAll: () => setIds(new Set(areAll ? [] : shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    labelOf: resource.label,
  };
}

export type Selection<Item extends Stored> = ReturnType<typeof useSelection<Item>>;
