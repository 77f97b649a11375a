import { Combobox } from '@base-ui/react/combobox';
import { type ComponentType, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ChoiceList, typing } from '@/components/fields/ChoiceList';
import { PickerFrame } from '@/components/fields/PickerFrame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { ChevronDown, X } from '@/components/icons';
import type { FormProps } from '@/components/records/FormLayout';
import { inputGroupClasses } from '@/components/ui/input';
import { usePicker } from '@/hooks/usePicker';
import { useRecord } from '@/hooks/useResource';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

const buttonClasses =
  'text-muted-foreground hover:text-foreground flex w-9 shrink-0 items-center justify-center';

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
  const { options, props: root } = usePicker(resource);
  const [picked, setPicked] = useState<Item | null>(null);
  const isPicked = picked !== null && picked.id === id;
  const stored = useRecord(resource, isPicked ? undefined : id);
  const fallback = id === undefined || stored.isLoading ? null : ({ id } as Item);
  const chosen: Item | null = isPicked ? picked : (stored.data ?? fallback);

  return (
    <PickerFrame
      frame={frame}
      resource={resource}
      form={form}
      isEmpty={options.isEmpty}
      onCreated={(record) => {
        setPicked(record);
        change(record.id);
      }}
    >
      <Combobox.Root
        {...root}
        value={id === undefined ? null : chosen}
        onValueChange={(record) => {
          setPicked(record);
          change(record?.id ?? null);
        }}
      >
        <Combobox.InputGroup
          className={cn(
            inputGroupClasses,
            'h-10 min-w-0 flex-1',
            frame.error && 'border-destructive',
          )}
        >
          <Combobox.Input
            {...input}
            {...typing}
            aria-label={frame.label}
            onClick={(event) => event.currentTarget.select()}
            placeholder={
              stored.isLoading ? t('loading') : frame.required ? t('choose') : t('noChoice')
            }
            className="placeholder:text-muted-foreground h-full min-w-0 flex-1 truncate bg-transparent px-3"
          />
          {!frame.required && (
            <Combobox.Clear
              aria-label={t('clearField', { field: frame.label })}
              className={buttonClasses}
            >
              <X aria-hidden className="size-4" />
            </Combobox.Clear>
          )}
          <Combobox.Trigger
            aria-label={t('show', { plural: resource.plural })}
            className={buttonClasses}
          >
            <ChevronDown aria-hidden className="size-4" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <ChoiceList resource={resource} options={options} />
      </Combobox.Root>
    </PickerFrame>
  );
}
