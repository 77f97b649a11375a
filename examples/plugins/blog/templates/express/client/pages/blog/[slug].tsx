import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { PostBody } from '@/components/blog/PostBody';
import { PostMeta, type PostSummary } from '@/components/blog/PostMeta';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { get, ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';
import NotFoundPage from '@/pages/404';

export default function BlogPostPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['blog', 'post', slug],
    queryFn: ({ signal }) =>
      get<PostSummary & { html: string }>(`/api/blog/posts/${encodeURIComponent(slug)}`, signal),
  });

  if (error instanceof ProblemError && error.status === 404) return <NotFoundPage />;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <article className="mx-auto max-w-3xl">
      <meta name="description" content={data.summary} />
      <PageHeader title={data.title} />
      <PostMeta {...data} />
      <div className="my-8">
        <PostBody html={data.html} />
      </div>
      <Link to="/blog" className="text-primary underline underline-offset-4">
        {t('blogBack')}
      </Link>
    </article>
  );
}
