import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { formatSize, StoredFile } from '@/components/uploads/StoredFile';
import { get } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';

interface StoredFiles {
  count: number;
  size: number;
  files: {
    id: string;
    name: string;
    type: string;
    size: number;
    createdAt: string;
    /** Null if the entity no longer exists. */
    path: string | null;
    recordId: string;
  }[];
}

export default function UploadsPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['uploads', 'all'],
    queryFn: ({ signal }) => get<StoredFiles>('/api/uploads/all', signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { count, size, files } = data;
  return (
    <div className="space-y-4">
      <PageHeader title={t('uploadsTitle')} />
      <p>
        {t('uploadsTotal', { count, size: formatSize(size) })}{' '}
        {count > files.length && t('uploadsNewest')}
      </p>
      {files.length > 0 && (
        <ul className="bg-card divide-y rounded-xl border text-sm">
          {files.map((file) => (
            <StoredFile key={file.id} file={file} isRemovable>
              <p className="text-muted-foreground wrap-anywhere">
                {file.type}, {formatDateTime(file.createdAt)}{' '}
                {file.path !== null && (
                  <Link to={`/admin${file.path}/${file.recordId}`} className="underline">
                    {t('uploadsRecord')}
                  </Link>
                )}
              </p>
            </StoredFile>
          ))}
        </ul>
      )}
    </div>
  );
}
