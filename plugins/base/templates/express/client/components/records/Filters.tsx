import { ListFilter } from '@/components/icons';
import type { AnyColumn } from '@/components/records/Cell';
import { Button } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';
import type { ListParams } from '@/hooks/useResource';
import { comparisonsOf, conditionOf, filterName } from '@/lib/conditions';
import { t } from '@/lib/i18n';

const filterDialog = defer(
  async () => (await import('@/components/records/FilterDialog')).FilterDialog,
);

interface FiltersProps {
  columns: readonly AnyColumn[];
  /** The filters of the list. */
  params: ListParams;
  onChange: (changes: ListParams) => void;
}

/** Renders a button that opens a dialog to filter a list; `null` without a column to filter by. */
export function Filters({ columns, params, onChange }: FiltersProps) {
  const { isOpen, setOpen, Popup } = usePopup(filterDialog);
  if (columns.every((column) => comparisonsOf(column).length === 0)) return null;

  function apply(name: string, filters: ListParams) {
    const replaced = Object.keys(params).filter((parameter) => {
      const condition = conditionOf(parameter, columns);
      return condition && condition.inner === undefined && filterName(condition.column) === name;
    });
    onChange({ ...Object.fromEntries(replaced.map((parameter) => [parameter, ''])), ...filters });
  }

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ListFilter aria-hidden />
        {t('filters')}
      </Button>
      {isOpen && Popup && (
        <Popup columns={columns} params={params} onApply={apply} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
