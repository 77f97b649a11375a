import { Pencil, Trash2 } from '@/components/icons';
import type { Column } from '@/components/records/Cell';
import { SelectPages } from '@/components/records/SelectPages';
import { Button } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { useMay, useMaySet } from '@/hooks/useMay';
import { usePopup } from '@/hooks/usePopup';
import type { Selection } from '@/hooks/useSelection';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

const deleteDialog = defer(
  async () => (await import('@/components/records/DeleteSelected')).DeleteSelected,
);
const changeDialog = defer(
  async () => (await import('@/components/records/ChangeSelected')).ChangeSelected,
);

interface SelectionBarProps<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
  selection: Selection<Item>;
}

/** Renders the actions for the selected records. */
export function SelectionBar<Item extends Stored>(props: SelectionBarProps<Item>) {
  const { resource, columns, selection } = props;
  const deletion = usePopup(deleteDialog);
  const change = usePopup(changeDialog);
  const { records } = selection;
  const maySet = useMaySet(resource);
  const fields = columns.filter(
    ({ type, field }) => (type === 'boolean' || type === 'enum') && maySet(field),
  );
  const isEmpty = records.length === 0;
  const may = useMay(resource);
  const canChange = fields.length > 0 && records.every((record) => may('update', record));
  const canDelete = records.every((record) => may('delete', record));

  const dialog = { resource, records, onDone: selection.leavePages };

  return (
    <div
      role="group"
      aria-label={t('selectedRecords')}
      className={cn(
        'flex flex-wrap items-center gap-2 text-sm print:hidden',
        !isEmpty && 'bg-card sticky bottom-4 z-10 rounded-xl border px-4 py-2 shadow-lg',
      )}
    >
      <span aria-live="polite" className={cn('mr-2 font-medium', isEmpty && 'sr-only')}>
        {t('selectedCount', { count: records.length })}
      </span>
      {!isEmpty && (
        <>
          {selection.pages && <SelectPages resource={resource} pages={selection.pages} />}
          {canChange && (
            <Button variant="outline" size="sm" onClick={() => change.setOpen(true)}>
              <Pencil aria-hidden />
              {t('changeField')}
            </Button>
          )}
          {canDelete && (
            <Button variant="outline" size="sm" onClick={() => deletion.setOpen(true)}>
              <Trash2 aria-hidden />
              {t('delete')}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={selection.clear}>
            {t('clearSelection')}
          </Button>
        </>
      )}
      {deletion.isOpen && deletion.Popup && (
        <deletion.Popup columns={columns} {...dialog} onClose={() => deletion.setOpen(false)} />
      )}
      {change.isOpen && change.Popup && (
        <change.Popup fields={fields} {...dialog} onClose={() => change.setOpen(false)} />
      )}
    </div>
  );
}
