import { Combobox } from '@base-ui/react/combobox';
import { type ComponentType, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ChoiceList, typing } from '@/components/fields/ChoiceList';
import { PickerFrame } from '@/components/fields/PickerFrame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { X } from '@/components/icons';
import type { FormProps } from '@/components/records/FormLayout';
import { inputGroupClasses } from '@/components/ui/input';
import { usePicker } from '@/hooks/usePicker';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

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
  const { options, props: root } = usePicker(resource);
  const [picked, setPicked] = useState<readonly Item[]>([]);
  const known = new Map(
    [...linked, ...options.choices, ...picked].map((record) => [record.id, record]),
  );
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const chosen = ids.map((id) => known.get(id) ?? ({ id } as Item));

  return (
    <PickerFrame
      frame={frame}
      resource={resource}
      form={form}
      isEmpty={options.isEmpty}
      onCreated={(record) => {
        setPicked([...picked, record]);
        change([...ids, record.id]);
      }}
    >
      <Combobox.Root
        {...root}
        multiple
        value={chosen}
        onValueChange={(records) => {
          setPicked(records);
          change(records.map(({ id }) => id));
        }}
      >
        <Combobox.InputGroup
          className={cn(
            inputGroupClasses,
            'min-h-10 min-w-0 flex-1 px-1.5 py-1',
            frame.error && 'border-destructive',
          )}
        >
          <Combobox.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
            {chosen.map((record) => (
              <Chip key={record.id} label={resource.label(record)} />
            ))}
            <Combobox.Input
              {...input}
              {...typing}
              aria-label={frame.label}
              placeholder={chosen.length > 0 ? '' : t('noChoice')}
              className="placeholder:text-muted-foreground h-7 min-w-24 flex-1 bg-transparent px-1.5"
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <ChoiceList resource={resource} options={options} />
      </Combobox.Root>
    </PickerFrame>
  );
}

function Chip({ label }: { label: string }) {
  return (
    <Combobox.Chip
      aria-label={label}
      className="bg-secondary text-secondary-foreground data-highlighted:ring-ring inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm pl-2 text-sm outline-none data-highlighted:ring-2"
    >
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <Combobox.ChipRemove
        aria-label={t('removeChoice', { label })}
        className="hover:text-foreground text-muted-foreground flex size-7 shrink-0 items-center justify-center"
      >
        <X aria-hidden className="size-3.5" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  );
}
