import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { PageHeader } from '@/components/PageHeader';
import type { Column } from '@/components/records/Cell';
import { ListControls } from '@/components/records/ListControls';
import { RecordTable } from '@/components/records/RecordTable';
import { Button, buttonVariants } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useRecords } from '@/hooks/useResource';
import { cn } from '@/lib/cn';
import type { Resource, Stored } from '@/lib/resource';

interface RecordListProps<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
}

/** All records of a kind; order and filters live in the address, so that a link keeps them. */
export function RecordList<Item extends Stored>({ resource, columns }: RecordListProps<Item>) {
  const [search, setSearch] = useSearchParams();
  const known = new Set(['sort', ...columns.map(({ field }) => field)]);
  const params = Object.fromEntries([...search].filter(([name]) => known.has(name)));
  const isFiltered = Object.keys(params).length > 0;
  const list = useRecords(resource, params);
  const { data: records, error } = list;

  function change(name: string, value: string) {
    const { [name]: _, ...others } = params;
    setSearch(value === '' ? others : { ...others, [name]: value }, { replace: true });
  }

  return (
    <div className="@container">
      <PageHeader title={resource.plural}>
        <NewLink resource={resource} />
      </PageHeader>
      {(isFiltered || (records && records.length > 0)) && (
        <ListControls columns={columns} params={params} onChange={change} />
      )}
      {list.isPending && <ListSkeleton />}
      {!records && error && <Failure error={error} onRetry={() => void list.refetch()} />}
      {records?.length === 0 && (
        <Empty resource={resource} isFiltered={isFiltered} onClear={() => setSearch({})} />
      )}
      {records && records.length > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className={cn('space-y-4 transition-opacity', list.isPlaceholderData && 'opacity-60')}
        >
          <RecordTable
            resource={resource}
            columns={columns}
            records={records}
            sort={params['sort'] ?? ''}
            onSort={(sort) => change('sort', sort)}
          />
          {list.hasNextPage && (
            <div className="flex flex-col items-center gap-2">
              {list.isFetchNextPageError && (
                <p role="alert" className="text-destructive text-sm">
                  {error?.message}
                </p>
              )}
              <Button
                variant="outline"
                disabled={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function NewLink<Item extends Stored>({ resource }: { resource: Resource<Item> }) {
  return (
    <Link to={`${resource.path}/new`} className={buttonVariants()}>
      <Plus aria-hidden />
      New {resource.singular.toLowerCase()}
    </Link>
  );
}

interface EmptyProps<Item extends Stored> {
  resource: Resource<Item>;
  isFiltered: boolean;
  onClear: () => void;
}

function Empty<Item extends Stored>({ resource, isFiltered, onClear }: EmptyProps<Item>) {
  const plural = resource.plural.toLowerCase();
  return (
    <div className="flex flex-col items-center gap-4 rounded-xl border border-dashed px-6 py-14 text-center">
      <p className="text-muted-foreground">
        {isFiltered ? `No ${plural} match these filters.` : `No ${plural} yet.`}
      </p>
      {isFiltered ? (
        <Button variant="outline" onClick={onClear}>
          Clear the filters
        </Button>
      ) : (
        <NewLink resource={resource} />
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
