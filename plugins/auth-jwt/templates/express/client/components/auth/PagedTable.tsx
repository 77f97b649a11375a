import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable, type DataTableProps } from '@/components/auth/DataTable';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { Pagination } from '@/components/records/Pagination';
import type { useListState } from '@/hooks/useListState';
import type { Page } from '@/lib/api';
import { t } from '@/lib/i18n';

interface PagedTableProps<Item extends { readonly id: string }> extends Omit<
  DataTableProps<Item>,
  'items'
> {
  plural: string;
  /** The current page. */
  query: UseQueryResult<Page<Item>>;
  state: ReturnType<typeof useListState>;
  limit: string;
}

/** Renders a page of a list as a table, with buttons to turn the page. */
export function PagedTable<Item extends { readonly id: string }>(props: PagedTableProps<Item>) {
  const { plural, query, state, limit, ...table } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  const next = data?.next;
  return (
    <>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && (
        <p className="text-muted-foreground">{t('noMatches', { plural })}</p>
      )}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData} className="space-y-4">
          <DataTable {...table} items={data.items} />
          <Pagination
            plural={plural}
            page={state.page}
            limit={limit}
            count={data.items.length}
            total={data.total}
            hasNext={next !== undefined && !isPlaceholderData}
            onLimit={(size) => state.change({ limit: size })}
            onPrevious={state.turnBack}
            onNext={() => next !== undefined && state.turnTo(next)}
          />
        </div>
      )}
    </>
  );
}
