import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { get } from '@/lib/api';

interface Status {
  ok: boolean;
  checks: Record<string, boolean>;
}

export default function StatusPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => get<Status>('/api/status', signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader title={data.ok ? 'Everything works' : 'Something does not work'} />
      <ul>
        {Object.entries(data.checks).map(([name, ok]) => (
          <li key={name}>
            {name}: {ok ? 'fine' : 'failing'}
          </li>
        ))}
      </ul>
    </>
  );
}
