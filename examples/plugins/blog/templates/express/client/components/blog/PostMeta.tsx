import { formatDate } from '@/lib/format';
import { t } from '@/lib/i18n';

export interface PostSummary {
  slug: string;
  title: string;
  summary: string;
  authorName: string;
  publishedAt: string;
}

/** The line with the day and the author of a post. */
export function PostMeta({ authorName, publishedAt }: PostSummary) {
  return (
    <p className="text-muted-foreground text-sm">
      <time dateTime={publishedAt}>
        {t('blogPublishedOn', { date: formatDate(publishedAt.slice(0, 10)) })}
      </time>{' '}
      {authorName !== '' && t('blogBy', { author: authorName })}
    </p>
  );
}
