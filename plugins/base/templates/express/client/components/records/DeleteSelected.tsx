import { ConfirmDialog } from '@/components/ConfirmDialog';
import { RefusedRecords } from '@/components/records/RefusedRecords';
import { useBulkAction } from '@/hooks/useBulkAction';
import { t } from '@/lib/i18n';
import { countOf, type Resource, type Stored } from '@/lib/resource';

interface DeleteSelectedProps {
  resource: Resource;
  records: readonly Stored[];
  onClose: () => void;
}

/** Deletes several records after a confirmation. */
export function DeleteSelected({ resource, records, onClose }: DeleteSelectedProps) {
  const { run, remaining, refused, isPending, error } = useBulkAction(resource, records, {
    bodyOf: (all) => ({ delete: all.map(({ id }) => id) }),
    done: 'recordsDeleted',
    onDone: onClose,
  });
  const count = countOf(resource, remaining.length);
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteAsk', { label: count })}
      description={t('deleteRecordsText')}
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
