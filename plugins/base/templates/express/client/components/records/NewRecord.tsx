import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Breadcrumbs } from '@/components/records/Breadcrumbs';
import type { FormProps } from '@/components/records/FormLayout';
import { useRecord } from '@/hooks/useResource';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface NewRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  form: ComponentType<FormProps<Item>>;
}

/**
 * Renders the form for a new record. The query `copy=<id>` fills it with the values of another
 * record. Other queries set fields, such as the id of a related record.
 */
export function NewRecord<Item extends Stored>({ resource, form: Form }: NewRecordProps<Item>) {
  const [search] = useSearchParams();
  const copied = search.get('copy') ?? undefined;
  const record = useRecord(resource, copied);
  const given = useGivenValues(resource, copied === undefined ? search.toString() : '');
  const title = t('newRecord', { singular: resource.singular });
  const { error, refetch } = copied === undefined ? given : record;
  const isReady =
    copied === undefined
      ? given.data !== undefined || search.size === 0
      : record.data !== undefined && record.isFetchedAfterMount;
  return (
    <>
      <Breadcrumbs resource={resource} current={title} />
      <PageHeader title={title} />
      {isReady ? (
        <Form key={copied ?? ''} copyOf={record.data ?? given.data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

/** Loads the valid values of a query. The schema is loaded only for a query. */
function useGivenValues<Item extends Stored>({ path, input }: Resource<Item>, query: string) {
  return useQuery({
    queryKey: ['given', path, query],
    queryFn: async () => {
      const { validValues } = await import('@/lib/validation');
      const schema = await input?.();
      return (schema ? validValues(schema, new URLSearchParams(query)) : {}) as Partial<Item>;
    },
    enabled: query !== '',
  });
}
