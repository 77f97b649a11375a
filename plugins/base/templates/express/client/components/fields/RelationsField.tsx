import { type ComponentType, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PickerFrame } from '@/components/fields/PickerFrame';
import { ChipsPlaceholder } from '@/components/fields/PickerPlaceholder';
import { useField, type FieldProps } from '@/components/fields/useField';
import type { FormProps } from '@/components/records/FormLayout';
import { defer, useDeferred } from '@/hooks/useDeferred';
import { usePicker } from '@/hooks/usePicker';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

/** Pickers are larger than the rest of a form. */
export const relationsPicker = defer(
  async () => (await import('@/components/fields/RelationsPicker')).RelationsPicker,
);

/** Renders a picker for several related records. The value is a list of ids. */
export function RelationsField<Values extends FieldValues, Output, Item extends Stored>({
  resource,
  form,
  linked = [],
  ...props
}: FieldProps<Values, Output> & {
  resource: Resource<Item>;
  /** The form for a new related record. */
  form?: ComponentType<FormProps<Item>>;
  /** The linked records. Some of them may be missing in the options. */
  linked?: readonly Item[] | undefined;
}) {
  const { value, change, input, frame } = useField(props);
  const [Picker, load] = useDeferred(relationsPicker);
  const picker = usePicker(resource);
  const [picked, setPicked] = useState<readonly Item[]>([]);
  const known = new Map(
    [...linked, ...picker.options.choices, ...picked].map((record) => [record.id, record]),
  );
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const chosen = ids.map((id) => known.get(id) ?? ({ id } as Item));
  const common = { frame, input, placeholder: chosen.length > 0 ? '' : t('noChoice') };

  return (
    <PickerFrame
      frame={frame}
      resource={resource}
      form={form}
      isEmpty={picker.options.isEmpty}
      onCreated={(record) => {
        setPicked([...picked, record]);
        change([...ids, record.id]);
      }}
    >
      {Picker ? (
        <Picker
          {...common}
          resource={resource}
          picker={picker}
          value={chosen}
          onChange={(records) => {
            setPicked(records);
            change(records.map(({ id }) => id));
          }}
        />
      ) : (
        <ChipsPlaceholder
          {...common}
          labels={chosen.map((record) => resource.label(record))}
          early={picker.early}
          onAction={picker.addEarly}
          load={load}
        />
      )}
    </PickerFrame>
  );
}
