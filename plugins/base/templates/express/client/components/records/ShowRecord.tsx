import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Slot } from '@/components/Slot';
import { Copy, Pencil } from '@/components/icons';
import { Breadcrumbs } from '@/components/records/Breadcrumbs';
import { Cell, type Column } from '@/components/records/Cell';
import { DeleteRecord } from '@/components/records/DeleteRecord';
import { buttonVariants } from '@/components/ui/button';
import { slots } from '@/generated/slots';
import { useArea } from '@/hooks/useArea';
import { useMay, useReadable } from '@/hooks/useMay';
import { useRecord } from '@/hooks/useResource';
import { withQuery } from '@/lib/address';
import { ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';
import { editPath, pagePath, type Resource, type Stored } from '@/lib/resource';
import { slotRecord } from '@/lib/slots';
import NotFoundPage from '@/pages/404';

interface ShowRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
  /** Sections below the values, such as lists of related records. */
  children?: ReactNode;
}

/** Renders the record in the URL, with the links that the user may use. */
export function ShowRecord<Item extends Stored>(props: ShowRecordProps<Item>) {
  const { resource, children } = props;
  const columns = useReadable(resource, props.columns);
  const area = useArea();
  const may = useMay(resource);
  const { id } = useParams();
  const { data: record, error, refetch } = useRecord(resource, id);

  if (error instanceof ProblemError && error.status === 404) return <NotFoundPage />;
  if (!record) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
  }
  const title = resource.label(record);
  const headings = new Set(columns.map(({ group = '' }) => group));
  const copy = withQuery(pagePath(area, resource, 'new'), { copy: record.id });
  return (
    <>
      <Breadcrumbs resource={resource} current={title} />
      <PageHeader title={title}>
        {may('update', record) && (
          <Link to={editPath(area, resource, record.id)} className={buttonVariants()}>
            <Pencil aria-hidden />
            {t('edit')}
          </Link>
        )}
        {may('create') && (
          <Link to={copy} className={buttonVariants({ variant: 'outline' })}>
            <Copy aria-hidden />
            {t('duplicate')}
          </Link>
        )}
        {may('delete', record) && (
          <DeleteRecord resource={resource} record={record} columns={columns} />
        )}
      </PageHeader>
      <div className="space-y-10">
        {[...headings].map((heading) => (
          <Values
            key={heading}
            heading={heading}
            columns={columns.filter(({ group = '' }) => group === heading)}
            record={record}
          />
        ))}
        <Slot
          key={record.id}
          components={slots.record}
          props={{ resource, record: slotRecord(record) }}
          path={resource.path}
        />
        {children}
      </div>
    </>
  );
}

interface ValuesProps<Item> {
  /** Empty for values without a group. */
  heading: string;
  columns: readonly Column<Item>[];
  record: Item;
}

/** Renders the values of a record, below the heading of their group. */
function Values<Item>({ heading, columns, record }: ValuesProps<Item>) {
  return (
    <section className="space-y-3">
      {heading !== '' && <h2 className="text-lg font-semibold wrap-anywhere">{heading}</h2>}
      <dl className="bg-card divide-y rounded-xl border text-sm">
        {columns.map((column) => (
          <div
            key={column.field}
            className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="text-muted-foreground wrap-anywhere">{column.label}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <Cell record={record} column={column} isFull />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
