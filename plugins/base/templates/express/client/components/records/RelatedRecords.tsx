import { useId, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { Plus } from '@/components/icons';
import type { Column } from '@/components/records/Cell';
import { RecordTable } from '@/components/records/RecordTable';
import { buttonVariants } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useArea } from '@/hooks/useArea';
import { useMay, useReadable } from '@/hooks/useMay';
import { useRecordTable } from '@/hooks/useRecordTable';
import { useRecords } from '@/hooks/useResource';
import { withQuery } from '@/lib/address';
import { cn } from '@/lib/cn';
import { formatNumber } from '@/lib/format';
import { t } from '@/lib/i18n';
import { pagePath, type Resource, type Stored } from '@/lib/resource';

interface RelatedRecordsProps<Item extends Stored> {
  /** The resource of the listed records. */
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
  /** The field of the listed records with the id of the record in the URL. */
  reference: keyof Item & string;
  /** The plural of the resource if absent. */
  title?: string;
}

const pageSize = '10';
const noRecords: readonly never[] = [];

/** Renders the latest records that refer to the record in the URL. */
export function RelatedRecords<Item extends Stored>(props: RelatedRecordsProps<Item>) {
  const { resource, reference, title = resource.plural } = props;
  const columns = useReadable(resource, props.columns);
  const area = useArea();
  const may = useMay(resource);
  const { id } = useParams();
  const heading = useId();
  const [sort, setSort] = useState('');
  const filter = { [reference]: id ?? '' };
  const params = { ...filter, limit: pageSize, count: 'true', ...(sort !== '' && { sort }) };
  const { data, error, isPending, refetch } = useRecords(resource, { params });
  const records = data?.items ?? noRecords;
  // The record in the URL is the same in every row.
  const others = useMemo(
    () => columns.filter(({ field }) => `${field}Id` !== reference),
    [columns, reference],
  );
  const table = useRecordTable({ resource, columns: others, records, sort, onSort: setSort });
  const { singular, plural } = resource;

  return (
    <section aria-labelledby={heading} className="@container space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} className="text-lg font-semibold wrap-anywhere">
          {title}
          {data?.total !== undefined && (
            <span className="text-muted-foreground ml-2 text-sm font-normal tabular-nums">
              {formatNumber(data.total)}
            </span>
          )}
        </h2>
        {may('create') && (
          <Link
            to={withQuery(pagePath(area, resource, 'new'), filter)}
            className={cn(buttonVariants({ variant: 'outline', size: 'sm' }), 'print:hidden')}
          >
            <Plus aria-hidden />
            {t('newRecord', { singular })}
          </Link>
        )}
      </div>
      {isPending && <Skeleton className="h-24" />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && records.length === 0 && (
        <p className="text-muted-foreground text-sm">{t('noRecords', { plural })}</p>
      )}
      {records.length > 0 && <RecordTable label={title} table={table} />}
      {data?.next !== undefined && (
        <Link
          to={withQuery(pagePath(area, resource), filter)}
          className="text-primary inline-flex min-h-8 items-center rounded-sm text-sm underline underline-offset-4"
        >
          {t('showAll', { plural })}
        </Link>
      )}
    </section>
  );
}
