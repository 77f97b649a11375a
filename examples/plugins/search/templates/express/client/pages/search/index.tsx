import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { resources } from '@/generated/resources';
import { useAdminAccess } from '@/hooks/useAdminAccess';
import { get } from '@/lib/api';
import { t } from '@/lib/i18n';
import { adminArea, pagePath, siteArea } from '@/lib/resource';

interface Found {
  path: string;
  id: string;
  title: string;
  excerpt: string;
}

export default function SearchPage() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader title={t('searchPageTitle')} />
      <form
        key={q}
        role="search"
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get('q');
          setParams({ q: typeof given === 'string' ? given : '' });
        }}
      >
        <Input
          name="q"
          type="search"
          aria-label={t('searchPageField')}
          defaultValue={q}
          maxLength={200}
        />
        <Button type="submit" className="shrink-0">
          {t('searchPageButton')}
        </Button>
      </form>
      {q.trim() === '' ? <p>{t('searchPageStart')}</p> : <Results q={q} />}
    </div>
  );
}

function Results({ q }: { q: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => get<Found[]>(`/api/search?${new URLSearchParams({ q })}`, signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <p role="status" className="text-muted-foreground text-sm">
        {data.length === 0 ? t('searchPageNone') : t('searchPageFound', { count: data.length })}
      </p>
      <ul className="space-y-5">
        {data.map((found) => (
          <Result key={found.path + found.id} {...found} />
        ))}
      </ul>
    </>
  );
}

/** A link to the page of a record, if the user can open one. */
function Result({ path, id, title, excerpt }: Found) {
  const isAdmin = useAdminAccess();
  const resource = resources.find((one) => one.path === path);
  const area = resource?.pages ? siteArea : isAdmin ? adminArea : undefined;
  return (
    <li className="space-y-1 wrap-anywhere">
      <p className="text-muted-foreground text-sm">{resource?.singular}</p>
      {area === undefined ? (
        <p className="font-medium">{title}</p>
      ) : (
        <Link
          to={pagePath(area, { path }, id)}
          className="text-primary font-medium underline-offset-4 hover:underline"
        >
          {title}
        </Link>
      )}
      {excerpt !== '' && <p className="text-sm">{excerpt}</p>}
    </li>
  );
}
