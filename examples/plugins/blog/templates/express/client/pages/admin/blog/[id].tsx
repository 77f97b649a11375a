import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { DeletePost } from '@/components/blog/DeletePost';
import { PostForm, type PostValues } from '@/components/blog/PostForm';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { get } from '@/lib/api';
import { t } from '@/lib/i18n';

export default function EditBlogPostPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['blog', 'draft', id],
    queryFn: ({ signal }) => get<PostValues>(`/api/blog/drafts/${encodeURIComponent(id)}`, signal),
    // A reload would replace what the user has typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader title={t('blogEdit')}>
        <DeletePost id={id} title={data.title} />
      </PageHeader>
      <PostForm id={id} post={data} />
    </>
  );
}
