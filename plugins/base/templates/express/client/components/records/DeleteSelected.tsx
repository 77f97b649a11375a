import { ConfirmDialog } from '@/components/ConfirmDialog';
import type { AnyColumn } from '@/components/records/Cell';
import { RefusedRecords } from '@/components/records/RefusedRecords';
import { useBulkAction } from '@/hooks/useBulkAction';
import { useUndo } from '@/hooks/useUndo';
import { t } from '@/lib/i18n';
import { countOf, type Resource, type Stored } from '@/lib/resource';

interface DeleteSelectedProps {
  resource: Resource;
  columns: readonly AnyColumn[];
  records: readonly Stored[];
  /** Runs after a successful action, before the dialog closes. */
  onDone: () => void;
  onClose: () => void;
}

/** Deletes several records after a confirmation. The deletion of one record can be undone. */
export function DeleteSelected({
  resource,
  columns,
  records,
  onDone,
  onClose,
}: DeleteSelectedProps) {
  const [only] = records;
  const record = records.length === 1 ? only : undefined;
  const undo = useUndo(resource, { record, columns });
  const { run, remaining, refused, isPending, error } = useBulkAction(resource, records, {
    bodyOf: (all) => ({ delete: all.map(({ id }) => id) }),
    done: 'recordsDeleted',
    action: undo,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  const count = countOf(resource, remaining.length);
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteAsk', { label: count })}
      description={undo ? t('deleteUndoText') : record ? t('deleteText') : t('deleteRecordsText')}
      action={
        isPending
          ? t('deleting')
          : refused.length > 0
            ? t('deleteOthers', { records: count })
            : t('delete')
      }
      isBusy={isPending}
      isDisabled={remaining.length === 0}
      error={error}
      onConfirm={run}
      onClose={onClose}
    >
      <RefusedRecords resource={resource} refused={refused} />
    </ConfirmDialog>
  );
}
