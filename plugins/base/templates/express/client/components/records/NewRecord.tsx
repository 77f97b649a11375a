import type { ComponentType } from 'react';
import { PageHeader } from '@/components/PageHeader';
import { Breadcrumbs } from '@/components/records/Breadcrumbs';
import type { FormProps } from '@/components/records/FormLayout';
import type { Resource, Stored } from '@/lib/resource';

interface NewRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  form: ComponentType<FormProps<Item>>;
}

export function NewRecord<Item extends Stored>({ resource, form: Form }: NewRecordProps<Item>) {
  const title = `New ${resource.singular.toLowerCase()}`;
  return (
    <>
      <Breadcrumbs resource={resource} current={title} />
      <PageHeader title={title} />
      <Form />
    </>
  );
}
