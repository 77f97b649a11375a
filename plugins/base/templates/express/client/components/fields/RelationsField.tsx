import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { checkboxClasses } from '@/components/fields/CheckboxField';
import { ChoicesNote } from '@/components/fields/ChoicesNote';
import { FrameNotes } from '@/components/fields/Frame';
import { useField, type FieldProps } from '@/components/fields/useField';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { useChoices } from '@/hooks/useResource';
import type { Resource, Stored } from '@/lib/resource';

/** From this many choices on they can be searched. */
const manyChoices = 8;

/** Picks any number of records of another kind; the value is the list of their ids. */
export function RelationsField<Values extends FieldValues, Output, Item extends Stored>({
  resource,
  ...props
}: FieldProps<Values, Output> & { resource: Resource<Item> }) {
  const { value, change, input, frame } = useField(props);
  const [search, setSearch] = useState('');
  const { data, isPending, error } = useChoices(resource);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const choices = data?.choices ?? [];
  const shown = choices.filter((record) => includes(resource.label(record), search));

  function toggle(id: string, checked: boolean) {
    change(checked ? [...chosen, id] : chosen.filter((other) => other !== id));
  }

  return (
    <fieldset aria-describedby={input['aria-describedby']} className="min-w-0 space-y-1.5">
      <legend className="text-sm font-medium">
        {frame.label}
        <span className="text-muted-foreground font-normal"> ({chosen.length} selected)</span>
      </legend>
      {choices.length >= manyChoices && (
        <Input
          type="search"
          aria-label={`Search ${resource.plural.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {isPending && <Skeleton className="h-32" />}
      {data && <ChoicesNote resource={resource} count={choices.length} complete={data.complete} />}
      {choices.length > 0 && (
        <ul className="bg-card max-h-56 overflow-y-auto rounded-md border p-1.5">
          {shown.map((record) => (
            <li key={record.id}>
              <label className="hover:bg-accent flex min-h-9 items-center gap-3 rounded-sm px-2 py-1 text-sm">
                <input
                  type="checkbox"
                  name={input.name}
                  className={checkboxClasses}
                  checked={chosen.includes(record.id)}
                  onChange={(event) => toggle(record.id, event.target.checked)}
                  onBlur={input.onBlur}
                />
                <span className="min-w-0 wrap-anywhere">{resource.label(record)}</span>
              </label>
            </li>
          ))}
          {shown.length === 0 && (
            <li className="text-muted-foreground px-2 py-1.5 text-sm">Nothing found.</li>
          )}
        </ul>
      )}
      <FrameNotes {...frame} error={frame.error ?? error?.message} />
    </fieldset>
  );
}

function includes(text: string, search: string): boolean {
  return text.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());
}
