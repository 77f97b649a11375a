import type { ComponentType } from 'react';
import { PageHeader } from '@/components/PageHeader';
import { BackLink } from '@/components/records/BackLink';
import type { FormProps } from '@/components/records/FormLayout';
import type { Resource, Stored } from '@/lib/resource';

interface NewRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  form: ComponentType<FormProps<Item>>;
}

export function NewRecord<Item extends Stored>({ resource, form: Form }: NewRecordProps<Item>) {
  return (
    <>
      <BackLink resource={resource} />
      <PageHeader title={`New ${resource.singular.toLowerCase()}`} />
      <Form />
    </>
  );
}
