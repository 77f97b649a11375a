import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ShortFailure } from '@/components/Failure';
import { Cell, type Column } from '@/components/records/Cell';
import { SearchBox } from '@/components/records/SearchBox';
import { buttonVariants } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useCaller } from '@/hooks/useCaller';
import { useMay, useReadable } from '@/hooks/useMay';
import { useRecords } from '@/hooks/useResource';
import { withQuery } from '@/lib/address';
import { t } from '@/lib/i18n';
import { hasPage } from '@/lib/pages';
import { pagePath, siteArea, type Resource, type Stored } from '@/lib/resource';

interface LatestRecordsProps<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
  /** The field with a description of the record. */
  text?: keyof Item & string;
  /** The fields with short values below the text. */
  facts: readonly (keyof Item & string)[];
}

/** Renders the latest records of a list on the site, as cards. */
export function LatestRecords<Item extends Stored>(props: LatestRecordsProps<Item>) {
  const { resource } = props;
  const { data: caller } = useCaller();
  const heading = useId();
  const list = pagePath(siteArea, resource);
  if (!useMay(resource)('read')) {
    const canSignIn = caller?.userId === null && resource.access.read !== 'admin';
    if (!canSignIn || !hasPage('/login')) return null;
    return (
      <Link to={list} className={buttonVariants({ variant: 'outline', size: 'lg' })}>
        {t('signInToSee', { plural: resource.plural })}
      </Link>
    );
  }
  return (
    <section aria-labelledby={heading} className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={heading} className="mr-auto text-2xl font-semibold tracking-tight wrap-anywhere">
          {resource.plural}
        </h2>
        {resource.canSearch && <SearchForm list={list} plural={resource.plural} />}
        <Link to={list} className={buttonVariants({ variant: 'outline' })}>
          {t('showAll', { plural: resource.plural })}
        </Link>
      </div>
      {resource.description && (
        <p className="text-muted-foreground max-w-prose">{resource.description}</p>
      )}
      <Cards {...props} />
    </section>
  );
}

/** Renders a search that opens the list with the results. */
function SearchForm({ list, plural }: { list: string; plural: string }) {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  return (
    <SearchBox
      label={t('searchRecords', { plural })}
      className="min-w-48 sm:max-w-72"
      value={words}
      onChange={setWords}
      onSubmit={() => void navigate(withQuery(list, { q: words.trim() || undefined }))}
    />
  );
}

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

function Cards<Item extends Stored>(props: LatestRecordsProps<Item>) {
  const { resource, text, facts } = props;
  const columns = useReadable(resource, props.columns);
  const { data, isError, refetch } = useRecords(resource, { params: { limit: '6' } });
  if (isError) return <ShortFailure onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={grid}>
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (data.items.length === 0) {
    return <p className="text-muted-foreground">{t('noRecords', { plural: resource.plural })}</p>;
  }
  return (
    <ul className={grid}>
      {data.items.map((record) => (
        <li
          key={record.id}
          className="bg-card text-card-foreground hover:border-input relative flex flex-col gap-2 rounded-xl border p-5 transition-colors"
        >
          <h3 className="font-semibold">
            <Link
              to={pagePath(siteArea, resource, record.id)}
              className="line-clamp-2 rounded-sm wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {resource.label(record)}
            </Link>
          </h3>
          {text && columns.some(({ field }) => field === text) && (
            <p className="text-muted-foreground line-clamp-2 text-sm wrap-anywhere">
              {String(record[text] ?? '')}
            </p>
          )}
          <dl className="mt-auto flex flex-wrap gap-x-6 gap-y-2 pt-2 text-sm">
            {columns
              .filter(({ field }) => facts.includes(field))
              .map((column) => (
                <div key={column.field} className="min-w-0">
                  <dt className="text-muted-foreground text-xs">{column.label}</dt>
                  <dd className="font-medium wrap-anywhere [&_a]:relative">
                    <Cell record={record} column={column} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
