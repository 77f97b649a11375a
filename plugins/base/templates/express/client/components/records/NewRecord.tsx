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
 * record.
 */
export function NewRecord<Item extends Stored>({ resource, form: Form }: NewRecordProps<Item>) {
  const [search] = useSearchParams();
  const copied = search.get('copy') ?? undefined;
  const { data, error, isFetchedAfterMount, refetch } = useRecord(resource, copied);
  const title = t('newRecord', { singular: resource.singular });
  const isReady = copied === undefined || (data !== undefined && isFetchedAfterMount);
  return (
    <>
      <Breadcrumbs resource={resource} current={title} />
      <PageHeader title={title} />
      {isReady ? (
        <Form key={copied ?? ''} copyOf={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}
