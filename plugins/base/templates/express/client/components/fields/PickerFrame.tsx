import type { ComponentType, ReactNode } from 'react';
import { Frame } from '@/components/fields/Frame';
import { NewRelated } from '@/components/fields/NewRelated';
import type { FieldFrame } from '@/components/fields/useField';
import type { FormProps } from '@/components/records/FormLayout';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface PickerFrameProps<Item extends Stored> {
  frame: FieldFrame;
  resource: Resource<Item>;
  /** The form for a new related record. */
  form: ComponentType<FormProps<Item>> | undefined;
  /** Whether there are no records to pick. */
  isEmpty: boolean;
  onCreated: (record: Item) => void;
  children: ReactNode;
}

/** Renders a picker of records with its label, and a button to create a record. */
export function PickerFrame<Item extends Stored>(props: PickerFrameProps<Item>) {
  const { frame, resource, form, isEmpty, onCreated, children } = props;
  return (
    <Frame {...frame}>
      <div className="flex gap-2">
        {children}
        {form && <NewRelated resource={resource} form={form} onCreated={onCreated} />}
      </div>
      {isEmpty && (
        <p className="text-muted-foreground text-sm">
          {t('noRecords', { plural: resource.plural })}
        </p>
      )}
    </Frame>
  );
}
