import { useState } from 'react';
import { Search } from '@/components/icons';
import { isSortable, type Column } from '@/components/records/Cell';
import { Input } from '@/components/ui/input';
import { NativeSelect } from '@/components/ui/native-select';
import type { ListParams } from '@/hooks/useResource';
import { formatName } from '@/lib/format';

interface ListControlsProps<Item> {
  columns: readonly Column<Item>[];
  /** `sort` and filters, as named in the API. */
  params: ListParams;
  onChange: (name: string, value: string) => void;
}

/**
 * Renders the filters for the display field and for fields with few values, and the sort order if
 * the table header is hidden.
 */
export function ListControls<Item>({ columns, params, onChange }: ListControlsProps<Item>) {
  const [first] = columns;
  const sortable = columns.filter(isSortable);
  return (
    <>
      {first && first.field !== 'id' && first.type === undefined && (
        <Find
          key={params[first.field]}
          label={first.label}
          value={params[first.field] ?? ''}
          onFind={(value) => onChange(first.field, value)}
        />
      )}
      {columns.map(({ field, label, type, values }) => {
        const choices =
          type === 'boolean' ? ['true', 'false'] : type === 'enum' ? values : undefined;
        return (
          choices && (
            <NativeSelect
              key={field}
              aria-label={`Filter by ${label.toLowerCase()}`}
              className="min-w-40 flex-1 @2xl:flex-none"
              value={params[field] ?? ''}
              onChange={(event) => onChange(field, event.target.value)}
            >
              <option value="">{label}: all</option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {label}: {type === 'boolean' ? yesOrNo(choice) : formatName(choice)}
                </option>
              ))}
            </NativeSelect>
          )
        );
      })}
      {sortable.length > 0 && (
        <NativeSelect
          aria-label="Sort by"
          className="min-w-40 flex-1 @2xl:hidden"
          value={params['sort'] ?? ''}
          onChange={(event) => onChange('sort', event.target.value)}
        >
          <option value="">Newest first</option>
          {sortable.flatMap(({ field, label }) => [
            <option key={field} value={field}>
              {label}, ascending
            </option>,
            <option key={`-${field}`} value={`-${field}`}>
              {label}, descending
            </option>,
          ])}
        </NativeSelect>
      )}
    </>
  );
}

function yesOrNo(choice: string): string {
  return choice === 'true' ? 'yes' : 'no';
}

interface FindProps {
  label: string;
  value: string;
  onFind: (value: string) => void;
}

/** Renders a search by one field. The API compares the whole value. */
function Find({ label, value, onFind }: FindProps) {
  const [text, setText] = useState(value);
  return (
    <form
      role="search"
      className="relative min-w-52 flex-1 @2xl:max-w-xs"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(text.trim());
      }}
    >
      <Search
        aria-hidden
        className="text-muted-foreground pointer-events-none absolute top-3 left-3 size-4"
      />
      <Input
        type="search"
        aria-label={`${label} is`}
        placeholder={`${label} is…`}
        className="pl-9"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (event.target.value === '' && value !== '') onFind('');
        }}
      />
    </form>
  );
}
