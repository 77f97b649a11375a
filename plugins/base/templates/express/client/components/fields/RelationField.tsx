import { Combobox } from '@base-ui/react/combobox';
import type { FieldValues } from 'react-hook-form';
import { ChoiceList, isSameRecord, typing } from '@/components/fields/ChoiceList';
import { ChoicesNote } from '@/components/fields/ChoicesNote';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { ChevronDown, X } from '@/components/icons';
import { inputGroupClasses } from '@/components/ui/input';
import { useChoices, useRecord } from '@/hooks/useResource';
import { cn } from '@/lib/cn';
import type { Resource, Stored } from '@/lib/resource';

const buttonClasses =
  'text-muted-foreground hover:text-foreground flex w-9 shrink-0 items-center justify-center';

/** Renders a picker for one related record. The value is the record’s id, or `null`. */
export function RelationField<Values extends FieldValues, Output, Item extends Stored>({
  resource,
  ...props
}: FieldProps<Values, Output> & { resource: Resource<Item> }) {
  const { value, change, input, frame } = useField(props);
  const id = typeof value === 'string' && value !== '' ? value : undefined;
  const { data, isPending, error } = useChoices(resource);
  const choices = data?.choices ?? [];
  const listed = choices.find((record) => record.id === id);
  const unlisted = useRecord(resource, isPending || listed ? undefined : id);
  const isUnknown = id !== undefined && (isPending || unlisted.isLoading);
  const fallback = id === undefined || isUnknown ? null : ({ id } as Item);
  const chosen: Item | null = listed ?? unlisted.data ?? fallback;

  return (
    <Frame {...frame} error={frame.error ?? error?.message}>
      <Combobox.Root
        items={choices}
        value={chosen}
        onValueChange={(record) => change(record?.id ?? null)}
        itemToStringLabel={(record: Item) => resource.label(record)}
        isItemEqualToValue={isSameRecord}
        autoHighlight
      >
        <Combobox.InputGroup
          className={cn(inputGroupClasses, 'h-10', frame.error && 'border-destructive')}
        >
          <Combobox.Input
            {...input}
            {...typing}
            aria-label={frame.label}
            onClick={(event) => event.currentTarget.select()}
            placeholder={isUnknown ? 'Loading…' : frame.required ? 'Choose…' : 'None'}
            className="placeholder:text-muted-foreground h-full min-w-0 flex-1 truncate bg-transparent px-3"
          />
          <Combobox.Clear
            aria-label={`Clear ${frame.label.toLowerCase()}`}
            className={buttonClasses}
          >
            <X aria-hidden className="size-4" />
          </Combobox.Clear>
          <Combobox.Trigger
            aria-label={`Show ${resource.plural.toLowerCase()}`}
            className={buttonClasses}
          >
            <ChevronDown aria-hidden className="size-4" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        <ChoiceList resource={resource} isPending={isPending} />
      </Combobox.Root>
      {data && <ChoicesNote resource={resource} count={choices.length} complete={data.complete} />}
    </Frame>
  );
}
