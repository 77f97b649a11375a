import { useEffect, useRef, useState } from 'react';
import { type AnyColumn, isSortable } from '@/components/records/Cell';
import { SearchBox } from '@/components/records/SearchBox';
import { NativeSelect } from '@/components/ui/native-select';
import type { ListParams } from '@/hooks/useResource';
import { describe } from '@/lib/conditions';
import { t } from '@/lib/i18n';

interface ListControlsProps {
  columns: readonly AnyColumn[];
  /** The label of the search, if lists accept `q`. */
  searchLabel: string | undefined;
  /** `sort` and filters, as named in the API. */
  params: ListParams;
  /** Sets parameters, or removes those with an empty value. */
  onChange: (changes: ListParams, options?: { replace?: boolean }) => void;
}

/**
 * Renders the search, the filters for fields with few values, and the sort order if the table header
 * is hidden.
 */
export function ListControls({ columns, searchLabel, params, onChange }: ListControlsProps) {
  const sortable = columns.filter(isSortable);
  return (
    <>
      {searchLabel !== undefined && (
        <Find
          label={searchLabel}
          value={params['q'] ?? ''}
          onFind={(words) => onChange({ q: words }, { replace: true })}
        />
      )}
      {columns.map((column) => (
        <QuickFilter key={column.field} column={column} params={params} onChange={onChange} />
      ))}
      {sortable.length > 0 && (
        <NativeSelect
          aria-label={t('sortBy')}
          className="min-w-40 flex-1 @2xl:hidden"
          value={params['sort'] ?? ''}
          onChange={(event) => onChange({ sort: event.target.value })}
        >
          <option value="">{t('newestFirst')}</option>
          {sortable.flatMap(({ field, label }) => [
            <option key={field} value={field}>
              {t('ascending', { field: label })}
            </option>,
            <option key={`-${field}`} value={`-${field}`}>
              {t('descending', { field: label })}
            </option>,
          ])}
        </NativeSelect>
      )}
    </>
  );
}

interface QuickFilterProps {
  column: AnyColumn;
  params: ListParams;
  onChange: (changes: ListParams) => void;
}

/** Renders a select with the values of a boolean or an enum; `null` for other columns. */
function QuickFilter({ column, params, onChange }: QuickFilterProps) {
  const { field, label, type } = column;
  const values =
    type === 'boolean' ? ['true', 'false'] : type === 'enum' ? column.values : undefined;
  if (!values) return null;
  const several = `${field}[in]`;
  const value = params[field] ?? params[several] ?? '';
  const texts = values.map((one) => [one, describe({ column, operator: '' }, one)] as const);
  return (
    <FilterSelect
      label={label}
      value={value}
      options={
        ['', ...values].includes(value)
          ? texts
          : [[value, describe({ column, operator: 'in' }, value)], ...texts]
      }
      onChange={(one) => onChange({ [several]: '', [field]: one })}
    />
  );
}

interface FilterSelectProps {
  label: string;
  /** The chosen value. An empty string means all. */
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** Renders a select with the values to filter by. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      aria-label={t('filterBy', { field: label })}
      className="min-w-40 flex-1 @2xl:flex-none"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('filterAll', { field: label })}</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}

interface FindProps {
  label: string;
  value: string;
  onFind: (value: string) => void;
}

/** The time after a keystroke until the search starts, in milliseconds. */
const pause = 300;

/** Renders a search for words. It starts after a pause, or at once with the Enter key. */
export function Find({ label, value, onFind }: FindProps) {
  const [text, setText] = useState(value);
  const [found, setFound] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A filter can change while the timer runs.
  const latest = useRef(onFind);
  useEffect(() => {
    latest.current = onFind;
  });
  // The list can also change by itself: when the filters are cleared, or on a step back.
  if (found !== value) {
    setFound(value);
    if (text.trim() !== value) setText(value);
  }

  function find(words: string, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (words.trim() !== value) latest.current(words.trim());
    }, delay);
  }

  return (
    <SearchBox
      label={label}
      className="min-w-52 @2xl:max-w-xs"
      value={text}
      onChange={(words) => {
        setText(words);
        find(words, pause);
      }}
      onSubmit={() => find(text, 0)}
    />
  );
}
