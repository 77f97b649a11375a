import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { resources } from '@/generated/resources';
import { getPage } from '@/lib/api';
import type { Resource, Stored } from '@/lib/resource';

interface Report {
  title: string;
  /** Returns the summary of one resource, based on its newest 200 records. */
  summarize(records: readonly Stored[], resource: Resource, more: boolean): string;
}

/** Renders one row for each resource. */
export function ReportTable({ title, summarize }: Report) {
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', title],
    queryFn: ({ signal }) =>
      Promise.all(
        resources.map(async (resource) => {
          const { items, next } = await getPage<Stored>(`/api${resource.path}?limit=200`, signal);
          return { name: resource.plural, text: summarize(items, resource, next !== undefined) };
        }),
      ),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <PageHeader title={title} />
      <dl>
        {data.map(({ name, text }) => (
          <div key={name} className="flex gap-4 border-b py-2">
            <dt className="w-40 font-medium">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
