import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { get, send } from '@/lib/api';
import { t } from '@/lib/i18n';

interface Index {
  entries: number;
}

const path = '/api/search/index';
const queryKey = ['search', 'index'];

export default function SearchIndexPage() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get<Index>(path, signal),
  });
  const rebuild = useMutation({
    mutationFn: () => send<Index>('POST', path),
    onSuccess: (index) => queries.setQueryData(queryKey, index),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="space-y-4">
      <PageHeader title={t('searchIndexTitle')} />
      <p role="status">{t('searchIndexEntries', { count: data.entries })}</p>
      <p className="text-muted-foreground text-sm">{t('searchIndexHelp')}</p>
      <Button disabled={rebuild.isPending} onClick={() => rebuild.mutate()}>
        {t('searchIndexRebuild')}
      </Button>
      <ErrorMessage error={rebuild.error} />
    </div>
  );
}
