import { X } from '@/components/icons';
import type { AnyColumn } from '@/components/records/Cell';
import { Button } from '@/components/ui/button';
import { type ListParams, useRecord } from '@/hooks/useResource';
import { type Condition, conditionOf, describe } from '@/lib/conditions';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

interface FilterChipsProps {
  columns: readonly AnyColumn[];
  /** The filters to show. */
  params: ListParams;
  onRemove: (parameter: string) => void;
  onClear: () => void;
}

/** Renders the filters of a list in words, each with a button to remove it. */
export function FilterChips({ columns, params, onRemove, onClear }: FilterChipsProps) {
  const chips = Object.entries(params).flatMap(([parameter, value]) => {
    const condition = conditionOf(parameter, columns);
    return condition ? [{ parameter, value, condition }] : [];
  });
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('activeFilters')} className="flex flex-wrap items-center gap-2">
      {chips.map(({ parameter, value, condition }) => (
        <li key={parameter} className="max-w-full">
          <Chip condition={condition} value={value} onRemove={() => onRemove(parameter)} />
        </li>
      ))}
      <li className="print:hidden">
        <Button variant="link" size="xs" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      </li>
    </ul>
  );
}

interface ChipProps {
  condition: Condition;
  value: string;
  onRemove: () => void;
}

function Chip({ condition, value, onRemove }: ChipProps) {
  const { column, inner, operator } = condition;
  const isId = inner === undefined && value !== '' && ['', 'ne', 'some'].includes(operator);
  return (
    <span className="bg-secondary text-secondary-foreground inline-flex min-h-8 max-w-full items-center gap-1 rounded-full pl-3 text-sm print:pr-3">
      <span className="min-w-0 wrap-anywhere">
        {column.relation && isId ? (
          <RecordText condition={condition} resource={column.relation} id={value} />
        ) : (
          describe(condition, value)
        )}
      </span>
      <button
        type="button"
        aria-label={t('removeFilter', { field: column.label })}
        className="hover:text-foreground text-muted-foreground flex size-8 shrink-0 items-center justify-center rounded-full print:hidden"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

interface RecordTextProps {
  condition: Condition;
  resource: Resource;
  id: string;
}

/** Renders a filter by a record with the record’s name, or with its id until it is loaded. */
function RecordText({ condition, resource, id }: RecordTextProps) {
  const { data } = useRecord(resource, id);
  return describe(condition, data ? resource.label(data) : id);
}
