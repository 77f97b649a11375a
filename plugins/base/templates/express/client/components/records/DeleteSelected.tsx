import { ConfirmDialog } from '@/components/ConfirmDialog';
import { RefusedRecords } from '@/components/records/RefusedRecords';
import { useBulkAction } from '@/hooks/useBulkAction';
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
    done: 'deleted',
    onDone: onClose,
  });
  const count = countOf(resource, remaining.length);
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${count}?`}
      description="This can’t be undone. Either all of them are deleted, or none."
      action={isPending ? 'Deleting…' : refused.length > 0 ? `Delete the other ${count}` : 'Delete'}
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
