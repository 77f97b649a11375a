import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ListParams } from '@/hooks/useResource';

/**
 * Where somebody is in a list. Order and filters live in the address, so that a link keeps them; the pages that were
 * turned live in the history, so that the browser's own buttons turn them too.
 */
export function useListState(names: readonly string[]) {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const known = new Set(names);
  const params: ListParams = Object.fromEntries([...search].filter(([name]) => known.has(name)));
  const turned = turnedPages(location.state);

  function arrange(next: ListParams) {
    const query = new URLSearchParams(next).toString();
    void navigate({ search: query }, { replace: true, preventScrollReset: true });
  }

  function turn(pages: readonly string[]) {
    void navigate({ search: location.search }, { state: { pages } });
  }

  return {
    params,
    /** Counted from 1. */
    page: turned.length + 1,
    /** The address of this page in the API; undefined for the first. */
    address: turned.at(-1),
    /** Sets a parameter, or takes it away if the value is empty, and starts at the first page. */
    change: (name: string, value: string) => {
      const { [name]: _, ...others } = params;
      arrange(value === '' ? others : { ...others, [name]: value });
    },
    clear: () => arrange({}),
    turnTo: (address: string) => turn([...turned, address]),
    turnBack: () => turn(turned.slice(0, -1)),
  };
}

function turnedPages(state: unknown): readonly string[] {
  const pages = (state as { pages?: unknown } | null)?.pages;
  return Array.isArray(pages) ? pages.filter((page) => typeof page === 'string') : [];
}
