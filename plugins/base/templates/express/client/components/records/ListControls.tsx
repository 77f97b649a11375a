import { useEffect, useRef, useState } from 'react';
import { Search } from '@/components/icons';
import { isSortable, type Column } from '@/components/records/Cell';
import { Input } from '@/components/ui/input';
import { NativeSelect } from '@/components/ui/native-select';
import type { ListParams } from '@/hooks/useResource';
import { formatName } from '@/lib/format';

interface ListControlsProps<Item> {
  columns: readonly Column<Item>[];
  /** The label of the search, if lists accept `q`. */
  searchLabel: string | undefined;
  /** `sort` and filters, as named in the API. */
  params: ListParams;
  onChange: (name: string, value: string) => void;
}

/**
 * Renders the search, the filters for fields with few values, and the sort order if the table header
 * is hidden.
 */
export function ListControls<Item>({
  columns,
  searchLabel,
  params,
  onChange,
}: ListControlsProps<Item>) {
  const sortable = columns.filter(isSortable);
  return (
    <>
      {searchLabel !== undefined && (
        <Find
          label={searchLabel}
          value={params['q'] ?? ''}
          onFind={(words) => onChange('q', words)}
        />
      )}
      {columns.map(({ field, label, type, values }) => {
        const choices =
          type === 'boolean' ? ['true', 'false'] : type === 'enum' ? values : undefined;
        return (
          choices && (
            <NativeSelect
              key={field}
              aria-label={`Filter by ${label}`}
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

/** The time after a keystroke until the search starts, in milliseconds. */
const pause = 300;

/** Renders a search for words. It starts after a pause, or at once with the Enter key. */
function Find({ label, value, onFind }: FindProps) {
  const [text, setText] = useState(value);
  const [found, setFound] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The list can also change by itself: when the filters are cleared, or on a step back.
  if (found !== value) {
    setFound(value);
    if (text.trim() !== value) setText(value);
  }

  function find(words: string, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (words.trim() !== value) onFind(words.trim());
    }, delay);
  }

  return (
    <form
      role="search"
      className="relative min-w-52 flex-1 @2xl:max-w-xs"
      onSubmit={(event) => {
        event.preventDefault();
        find(text, 0);
      }}
    >
      <Search
        aria-hidden
        className="text-muted-foreground pointer-events-none absolute top-3 left-3 size-4"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={`${label}…`}
        className="pl-9"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          find(event.target.value, pause);
        }}
      />
    </form>
  );
}
