import { PostForm } from '@/components/blog/PostForm';
import { PageHeader } from '@/components/PageHeader';
import { t } from '@/lib/i18n';

const empty = { slug: '', title: '', summary: '', body: '', authorName: '', isPublished: false };

export default function NewBlogPostPage() {
  return (
    <>
      <PageHeader title={t('blogNew')} />
      <PostForm post={empty} />
    </>
  );
}
