import type { FieldValues } from 'react-hook-form';
import { ChoicesNote } from '@/components/fields/ChoicesNote';
import { Frame } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { NativeSelect } from '@/components/ui/native-select';
import { useChoices, useRecord } from '@/hooks/useResource';
import type { Resource, Stored } from '@/lib/resource';

/** Picks one record of another kind; the value is its id, or `null`. */
export function RelationField<Values extends FieldValues, Output, Item extends Stored>({
  resource,
  ...props
}: FieldProps<Values, Output> & { resource: Resource<Item> }) {
  const { value, change, input, frame } = useField(props);
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  const { data, isPending, error } = useChoices(resource);
  const choices = data?.choices ?? [];
  const isListed = choices.some(({ id }) => id === chosen);
  const unlisted = useRecord(resource, isPending || isListed ? undefined : chosen).data;

  return (
    <Frame {...frame} error={frame.error ?? error?.message}>
      <NativeSelect
        {...input}
        value={chosen ?? ''}
        onChange={(event) => change(event.target.value || null)}
      >
        <option value="">{emptyChoice({ isPending, required: frame.required })}</option>
        {chosen !== undefined && !isListed && (
          <option value={chosen}>{unlisted ? resource.label(unlisted) : chosen}</option>
        )}
        {choices.map((record) => (
          <option key={record.id} value={record.id}>
            {resource.label(record)}
          </option>
        ))}
      </NativeSelect>
      {data && <ChoicesNote resource={resource} count={choices.length} complete={data.complete} />}
    </Frame>
  );
}

function emptyChoice({ isPending, required }: { isPending: boolean; required: boolean }): string {
  if (isPending) return 'Loading…';
  return required ? 'Choose…' : 'None';
}
