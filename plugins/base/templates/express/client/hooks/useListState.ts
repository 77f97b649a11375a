import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ListParams } from '@/hooks/useResource';

/** The parameters of a list that do not select records. */
const presentation = new Set(['sort', 'limit']);

/**
 * Returns the state of a list. The URL stores filters, sort order and page size as in the API, so
 * links keep them. The history stores the page cursors, so the browser's back and forward buttons
 * work.
 */
export function useListState(isFilter: (parameter: string) => boolean) {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const params: ListParams = Object.fromEntries(
    [...search].filter(([name]) => name === 'q' || presentation.has(name) || isFilter(name)),
  );
  const filters: ListParams = Object.fromEntries(
    Object.entries(params).filter(([name]) => !presentation.has(name)),
  );
  const turned = turnedPages(location.state);

  function arrange(next: ListParams, { replace = false } = {}) {
    const query = new URLSearchParams(next).toString();
    void navigate({ search: query }, { replace, preventScrollReset: true });
  }

  function turn(pages: readonly string[]) {
    void navigate({ search: location.search }, { state: { pages } });
  }

  return {
    /** All parameters, as named in the API. */
    params,
    /** The parameters that select records. */
    filters,
    /** The page number, from 1. */
    page: turned.length + 1,
    /** The API URL of this page; undefined for the first page. */
    address: turned.at(-1),
    /**
     * Sets parameters, removes those with an empty value, and returns to the first page. Without
     * `replace`, the browser's back button undoes the change.
     */
    change: (changes: ListParams, options?: { replace?: boolean }) =>
      arrange(
        Object.fromEntries(
          Object.entries({ ...params, ...changes }).filter(([, value]) => value !== ''),
        ),
        options,
      ),
    /** Shows all records. */
    clear: () =>
      arrange(Object.fromEntries(Object.entries(params).filter(([name]) => !(name in filters)))),
    /** Sets all parameters. */
    show: (next: ListParams) => arrange(next),
    turnTo: (address: string) => turn([...turned, address]),
    turnBack: () => turn(turned.slice(0, -1)),
  };
}

function turnedPages(state: unknown): readonly string[] {
  const pages = (state as { pages?: unknown } | null)?.pages;
  return Array.isArray(pages) ? pages.filter((page) => typeof page === 'string') : [];
}
