import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Breadcrumbs } from '@/components/records/Breadcrumbs';
import type { FormProps } from '@/components/records/FormLayout';
import { NotAllowed } from '@/components/records/RecordGuard';
import { useMay } from '@/hooks/useMay';
import { useRecord } from '@/hooks/useResource';
import { ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';
import NotFoundPage from '@/pages/404';

interface EditRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  form: ComponentType<FormProps<Item>>;
}

/** Renders the form of the record in the URL. */
export function EditRecord<Item extends Stored>({ resource, form: Form }: EditRecordProps<Item>) {
  const { id } = useParams();
  const may = useMay(resource);
  const { data: record, error, isFetchedAfterMount, refetch } = useRecord(resource, id);

  if (error instanceof ProblemError && error.status === 404) return <NotFoundPage />;
  if (!record || !isFetchedAfterMount) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
  }
  if (!may('update', record)) return <NotAllowed />;
  const title = t('editRecord', { label: resource.label(record) });
  return (
    <>
      <Breadcrumbs resource={resource} record={record} current={t('edit')} />
      <PageHeader title={title} />
      <Form key={record.id} record={record} />
    </>
  );
}
