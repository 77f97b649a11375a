import type { Column } from '@/components/records/Cell';
import { isSortable } from '@/components/records/RecordTable';
import { NativeSelect } from '@/components/ui/native-select';
import { cn } from '@/lib/cn';

interface ListControlsProps<Item> {
  columns: readonly Column<Item>[];
  /** `sort` and filters, by the names the API gives them. */
  params: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

/** Filters of the yes-or-no columns, and the order where the table's header isn't shown. */
export function ListControls<Item>({ columns, params, onChange }: ListControlsProps<Item>) {
  const filters = columns.filter(({ type }) => type === 'boolean');
  const sortable = columns.filter(isSortable);
  return (
    <div className={cn('mb-4 flex flex-wrap gap-3', filters.length === 0 && '@2xl:hidden')}>
      {filters.map(({ field, label }) => (
        <NativeSelect
          key={field}
          aria-label={`Filter by ${label.toLowerCase()}`}
          className="min-w-40 flex-1 @2xl:flex-none"
          value={params[field] ?? ''}
          onChange={(event) => onChange(field, event.target.value)}
        >
          <option value="">{label}: all</option>
          <option value="true">{label}: yes</option>
          <option value="false">{label}: no</option>
        </NativeSelect>
      ))}
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
    </div>
  );
}
