import { Link } from 'react-router';
import { Failure } from '@/components/Failure';
import { PageHeader } from '@/components/PageHeader';
import { Slot } from '@/components/Slot';
import { Plus } from '@/components/icons';
import type { Column } from '@/components/records/Cell';
import { ColumnsMenu } from '@/components/records/ColumnsMenu';
import { FilterChips } from '@/components/records/FilterChips';
import { Filters } from '@/components/records/Filters';
import { ListControls } from '@/components/records/ListControls';
import { ListMenu } from '@/components/records/ListMenu';
import { Pagination } from '@/components/records/Pagination';
import { RecordTable } from '@/components/records/RecordTable';
import { SelectionBar } from '@/components/records/SelectionBar';
import { Views } from '@/components/records/Views';
import { Button, buttonVariants } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { slots } from '@/generated/slots';
import { useArea } from '@/hooks/useArea';
import { useListLook } from '@/hooks/useListLook';
import { useMay, useReadable } from '@/hooks/useMay';
import { useListState } from '@/hooks/useListState';
import { useRecordTable } from '@/hooks/useRecordTable';
import { useCount, useRecords } from '@/hooks/useResource';
import { useSelection } from '@/hooks/useSelection';
import { cn } from '@/lib/cn';
import { conditionOf } from '@/lib/conditions';
import { t } from '@/lib/i18n';
import { adminArea, pagePath, type Resource, type Stored } from '@/lib/resource';

interface RecordListProps<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
}

const noRecords: readonly never[] = [];

/** Renders all records of a resource, page by page. */
export function RecordList<Item extends Stored>(props: RecordListProps<Item>) {
  const { resource } = props;
  const columns = useReadable(resource, props.columns);
  const state = useListState((parameter) => conditionOf(parameter, columns) !== undefined);
  const look = useListLook(resource);
  const { params, filters, page } = state;
  const limit = params['limit'] ?? look.limit;
  const list = useRecords(resource, { params: { ...params, limit }, address: state.address });
  const { items: records, next } = list.data ?? { items: undefined, next: undefined };
  const count = useCount(resource, filters, page > 1 || next !== undefined);
  const table = useRecordTable({
    resource,
    columns,
    records: records ?? noRecords,
    sort: params['sort'] ?? '',
    onSort: (sort) => state.change({ sort }),
    shown: look.columns,
    onShow: look.showColumns,
  });
  const may = useMay(resource);
  const canSelect = may('update') || may('delete');
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = records?.length === 0;
  const hasNext = next !== undefined;
  const total = page > 1 || hasNext ? (count.data ?? undefined) : records?.length;
  const selection = useSelection(resource, { records: records ?? noRecords, params, total });

  return (
    <div className="@container space-y-4">
      <PageHeader title={resource.plural}>
        <ManageLink resource={resource} />
        <NewLink resource={resource} />
        <ListMenu resource={resource} columns={columns} params={params} />
      </PageHeader>
      {resource.description && (
        <p className="text-muted-foreground max-w-prose">{resource.description}</p>
      )}
      <Slot components={slots.list} props={{ resource }} path={resource.path} />
      {(isFiltered || (records && !isEmpty)) && (
        <div className="flex flex-wrap items-start gap-3 print:hidden">
          <ListControls
            columns={columns}
            searchLabel={
              resource.canSearch ? t('searchRecords', { plural: resource.plural }) : undefined
            }
            params={params}
            onChange={state.change}
          />
          <div className="ml-auto flex flex-wrap gap-3">
            <Filters columns={columns} params={filters} onChange={state.change} />
            <Views
              resource={resource}
              current={{ params, columns: look.columns }}
              onShow={(view) => {
                look.showColumns(view.columns);
                state.show(view.params);
              }}
            />
            <ColumnsMenu table={table} onReset={() => look.showColumns({})} />
          </div>
        </div>
      )}
      <FilterChips
        columns={columns}
        params={filters}
        onRemove={(parameter) => state.change({ [parameter]: '' })}
        onClear={state.clear}
      />
      {list.isPending && <ListSkeleton />}
      {list.error && (
        <Failure error={list.error} onRetry={() => void list.refetch()}>
          {Object.keys(params).length > 0 && <ShowAll onClear={() => state.show({})} />}
        </Failure>
      )}
      {isEmpty && !list.error && (
        <Empty resource={resource} isFiltered={isFiltered} onClear={state.clear} />
      )}
      {records && !isEmpty && (
        <div
          aria-busy={list.isPlaceholderData}
          className={cn(
            'space-y-4 transition-opacity',
            // A fast answer does not change the look.
            list.isPlaceholderData && 'cursor-progress opacity-60 delay-300',
          )}
        >
          <RecordTable label={resource.plural} table={table} {...(canSelect && { selection })} />
          {canSelect && (
            <SelectionBar resource={resource} columns={columns} selection={selection} />
          )}
        </div>
      )}
      {(page > 1 || (records && !isEmpty)) && (
        <Pagination
          plural={resource.plural}
          page={page}
          limit={limit}
          count={records?.length ?? 0}
          total={total}
          hasNext={hasNext && !list.isPlaceholderData}
          onLimit={(size) => {
            look.limitTo(size);
            state.change({ limit: size });
          }}
          onPrevious={state.turnBack}
          onNext={() => {
            if (hasNext) state.turnTo(next);
          }}
        />
      )}
    </div>
  );
}

/** Renders the link to the form for a new record if the user may create one. */
function NewLink<Item extends Stored>({ resource }: { resource: Resource<Item> }) {
  const area = useArea();
  if (!useMay(resource)('create')) return null;
  return (
    <Link to={pagePath(area, resource, 'new')} className={buttonVariants()}>
      <Plus aria-hidden />
      {t('newRecord', { singular: resource.singular })}
    </Link>
  );
}

/** Renders the link to the page of the plugin that provides the records. */
function ManageLink({ resource: { managedAt, plural } }: { resource: Resource<never> }) {
  const area = useArea();
  if (managedAt === undefined || area !== adminArea) return null;
  return (
    <Link to={managedAt} className={buttonVariants({ variant: 'outline' })}>
      {t('manageRecords', { plural })}
    </Link>
  );
}

interface EmptyProps<Item extends Stored> {
  resource: Resource<Item>;
  isFiltered: boolean;
  onClear: () => void;
}

function Empty<Item extends Stored>({ resource, isFiltered, onClear }: EmptyProps<Item>) {
  const { plural } = resource;
  return (
    <div className="flex flex-col items-center gap-4 rounded-xl border border-dashed px-6 py-14 text-center">
      <p className="text-muted-foreground">
        {t(isFiltered ? 'noMatches' : 'noRecords', { plural })}
      </p>
      {isFiltered ? <ShowAll onClear={onClear} /> : <NewLink resource={resource} />}
    </div>
  );
}

function ShowAll({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="outline" onClick={onClear}>
      {t('showAllRecords')}
    </Button>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
