import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { get } from '@/lib/api';
import { formatDateTime } from '@/lib/format';

interface Entry {
  id: string;
  entity: string;
  recordId: string;
  action: string;
  fields: string;
  userId: string | null;
  createdAt: string;
}

export default function AuditLogPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-log'],
    queryFn: ({ signal }) => get<Entry[]>('/api/audit-log', signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader title="Changes" />
      <ul>
        {data.map(({ id, entity, recordId, action, fields, userId, createdAt }) => (
          <li key={id} className="border-b py-2">
            {formatDateTime(createdAt)}: {action} {entity} {recordId} {fields && `(${fields})`}{' '}
            {userId && `by ${userId}`}
          </li>
        ))}
      </ul>
    </>
  );
}
