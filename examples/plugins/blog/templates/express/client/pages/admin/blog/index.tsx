import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '@/components/Failure';
import { Plus } from '@/components/icons';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { get } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';

interface Draft {
  id: string;
  slug: string;
  title: string;
  publishedAt: string | null;
  updatedAt: string;
}

export default function BlogAdminPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['blog', 'drafts'],
    queryFn: ({ signal }) => get<Draft[]>('/api/blog/drafts', signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader title={t('blogPosts')}>
        <Link to="/admin/blog/new" className={buttonVariants()}>
          <Plus aria-hidden />
          {t('blogNew')}
        </Link>
      </PageHeader>
      {data.length === 0 && <p>{t('blogNone')}</p>}
      {data.length > 0 && (
        <ul className="bg-card divide-y rounded-xl border text-sm">
          {data.map(({ id, title, publishedAt, updatedAt }) => (
            <li key={id} className="px-5 py-3">
              <Link
                to={`/admin/blog/${id}`}
                className="text-primary font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {title}
              </Link>
              <p className="text-muted-foreground">
                {publishedAt === null ? t('blogDraft') : t('blogPublished')},{' '}
                {formatDateTime(updatedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
