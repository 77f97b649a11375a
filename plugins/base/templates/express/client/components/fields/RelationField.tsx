import { type ComponentType, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PickerFrame } from '@/components/fields/PickerFrame';
import { PickerPlaceholder } from '@/components/fields/PickerPlaceholder';
import { useField, type FieldProps } from '@/components/fields/useField';
import type { FormProps } from '@/components/records/FormLayout';
import { defer, useDeferred } from '@/hooks/useDeferred';
import { usePicker } from '@/hooks/usePicker';
import { useRecord } from '@/hooks/useResource';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

/** Pickers are larger than the rest of a form. */
export const relationPicker = defer(
  async () => (await import('@/components/fields/RelationPicker')).RelationPicker,
);

/** Renders a picker for one related record. The value is the record’s id, or `null`. */
export function RelationField<Values extends FieldValues, Output, Item extends Stored>({
  resource,
  form,
  ...props
}: FieldProps<Values, Output> & {
  resource: Resource<Item>;
  /** The form for a new related record. */
  form?: ComponentType<FormProps<Item>>;
}) {
  const { value, change, input, theirs, ...field } = useField(props, () => undefined);
  const other = useRecord(resource, theirs || undefined);
  const frame = other.data
    ? { ...field.frame, error: t('conflictValue', { value: resource.label(other.data) }) }
    : field.frame;
  const id = typeof value === 'string' && value !== '' ? value : undefined;
  const [Picker, load] = useDeferred(relationPicker);
  const picker = usePicker(resource);
  const [picked, setPicked] = useState<Item | null>(null);
  const isPicked = picked !== null && picked.id === id;
  const stored = useRecord(resource, isPicked ? undefined : id);
  const fallback = id === undefined || stored.isLoading ? null : ({ id } as Item);
  const chosen: Item | null =
    id === undefined ? null : isPicked ? picked : (stored.data ?? fallback);
  const placeholder = stored.isLoading
    ? t('loading')
    : frame.required
      ? t('choose')
      : t('noChoice');
  const common = { frame, input, placeholder };

  return (
    <PickerFrame
      frame={frame}
      resource={resource}
      form={form}
      isEmpty={picker.options.isEmpty}
      onCreated={(record) => {
        setPicked(record);
        change(record.id);
      }}
    >
      {Picker ? (
        <Picker
          {...common}
          resource={resource}
          picker={picker}
          value={chosen}
          onChange={(record) => {
            setPicked(record);
            change(record?.id ?? null);
          }}
        />
      ) : (
        <PickerPlaceholder
          {...common}
          text={chosen ? resource.label(chosen) : undefined}
          early={picker.early}
          onAction={picker.addEarly}
          load={load}
        />
      )}
    </PickerFrame>
  );
}
