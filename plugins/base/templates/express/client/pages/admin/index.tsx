import { Link } from 'react-router';
import { FirstEntity } from '@/components/FirstEntity';
import { ShortFailure } from '@/components/Failure';
import { PageHeader } from '@/components/PageHeader';
import { OpenNotice } from '@/components/admin/OpenNotice';
import { WeekChart } from '@/components/admin/WeekChart';
import { Plus } from '@/components/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { buttonVariants } from '@/components/ui/button';
import { resources } from '@/generated/resources';
import { useRecords } from '@/hooks/useResource';
import { cn } from '@/lib/cn';
import { formatNumber } from '@/lib/format';
import { t } from '@/lib/i18n';
import { adminPath, type Resource } from '@/lib/resource';

export default function DashboardPage() {
  return (
    <>
      <PageHeader title={t('dashboard')} />
      <OpenNotice />
      {resources.length > 0 ? (
        <div className="space-y-6">
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {resources.map((resource) => (
              <ResourceCard key={resource.path} resource={resource} />
            ))}
          </ul>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {resources.flatMap((resource) =>
              resource.dates.map((date) => (
                <WeekChart key={`${resource.path} ${date.field}`} resource={resource} date={date} />
              )),
            )}
          </div>
        </div>
      ) : (
        <>
          <p className="text-muted-foreground">{t('noEntities')}</p>
          <FirstEntity />
        </>
      )}
    </>
  );
}

/** Renders the number of records, the latest ones and a link to create one. */
function ResourceCard({ resource }: { resource: Resource }) {
  const { data, isPending, isError, refetch } = useRecords(resource, {
    params: { limit: '5', count: 'true' },
  });
  const { singular, plural } = resource;
  return (
    <li className="bg-card text-card-foreground flex min-h-64 flex-col rounded-xl border p-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <Link to={adminPath(resource)} className="rounded-sm hover:underline">
            {plural}
          </Link>
          {data?.total !== undefined && (
            <span className="bg-secondary text-secondary-foreground ml-2 inline-block rounded-full px-2 py-0.5 align-middle text-xs font-medium tabular-nums">
              {formatNumber(data.total)}
            </span>
          )}
        </h2>
        {!resource.refuse.includes('create') && (
          <Link
            to={adminPath(resource, 'new')}
            aria-label={t('newRecord', { singular })}
            className={cn(buttonVariants({ variant: 'outline', size: 'icon' }), 'size-8')}
          >
            <Plus aria-hidden />
          </Link>
        )}
      </div>
      {isPending && <Skeleton className="h-24" />}
      {isError && <ShortFailure onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <p className="text-muted-foreground text-sm">{t('noRecords', { plural })}</p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y text-sm">
          {data.items.map((record) => (
            <li key={record.id}>
              <Link
                to={adminPath(resource, record.id)}
                className="hover:text-primary block truncate rounded-sm py-2 transition-colors"
              >
                {resource.label(record)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
