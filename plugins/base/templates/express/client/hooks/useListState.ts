import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ListParams } from '@/hooks/useResource';

/**
 * Returns the state of a list. The URL stores sort order and filters, so links keep them. The
 * history stores the page cursors, so the browser's back and forward buttons work.
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
    /** The page number, from 1. */
    page: turned.length + 1,
    /** The API URL of this page; undefined for the first page. */
    address: turned.at(-1),
    /** Sets a parameter, or removes it if the value is empty, and returns to the first page. */
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
