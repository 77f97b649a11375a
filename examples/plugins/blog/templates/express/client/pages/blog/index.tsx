import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PostMeta, type PostSummary } from '@/components/blog/PostMeta';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Button, buttonVariants } from '@/components/ui/button';
import { title } from '@/data/blog.json';
import { get } from '@/lib/api';
import { t } from '@/lib/i18n';

interface PostPage {
  posts: PostSummary[];
  next: string | null;
}

export default function BlogPage() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['blog', 'posts'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      get<PostPage>(`/api/blog/posts?${new URLSearchParams({ before: pageParam })}`, signal),
    getNextPageParam: ({ next }) => next,
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const posts = data.pages.flatMap((page) => page.posts);
  return (
    <div className="mx-auto max-w-3xl space-y-8">
      <link rel="alternate" type="application/rss+xml" title={title} href="/api/blog/feed" />
      <PageHeader title={title}>
        <a href="/api/blog/feed" className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t('blogFeed')}
        </a>
      </PageHeader>
      {posts.length === 0 && <p>{t('blogNone')}</p>}
      {posts.map((post) => (
        <article key={post.slug} className="space-y-2">
          <h2 className="text-xl font-semibold wrap-anywhere">
            <Link to={`/blog/${post.slug}`} className="underline-offset-4 hover:underline">
              {post.title}
            </Link>
          </h2>
          <PostMeta {...post} />
          <p className="wrap-anywhere">{post.summary}</p>
        </article>
      ))}
      {hasNextPage && (
        <Button variant="outline" disabled={isFetching} onClick={() => void fetchNextPage()}>
          {t('blogOlder')}
        </Button>
      )}
    </div>
  );
}
