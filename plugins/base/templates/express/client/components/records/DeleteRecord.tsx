import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { notify } from '@/components/Notices';
import { Trash2 } from '@/components/icons';
import type { Column } from '@/components/records/Cell';
import { Button } from '@/components/ui/button';
import { useArea } from '@/hooks/useArea';
import { useRemove } from '@/hooks/useResource';
import { useUndo } from '@/hooks/useUndo';
import { t } from '@/lib/i18n';
import { pagePath, type Resource, type Stored } from '@/lib/resource';

interface DeleteRecordProps<Item extends Stored> {
  resource: Resource<Item>;
  record: Item;
  columns: readonly Column<Item>[];
}

/** Deletes a record after a confirmation, then shows the list. Offers to undo this if possible. */
export function DeleteRecord<Item extends Stored>(props: DeleteRecordProps<Item>) {
  const { resource, record, columns } = props;
  const [isAsking, setAsking] = useState(false);
  const area = useArea();
  const navigate = useNavigate();
  const remove = useRemove(resource);
  const undo = useUndo(resource, { record: isAsking ? record : undefined, columns });

  function confirm() {
    remove.mutate(record.id, {
      onSuccess: () => {
        notify(t('recordDeleted', { singular: resource.singular }), 'done', undo);
        void navigate(pagePath(area, resource));
      },
    });
  }

  function close() {
    setAsking(false);
    remove.reset();
  }

  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('deleteAsk', { label: resource.label(record) })}
        description={undo ? t('deleteUndoText') : t('deleteText')}
        action={remove.isPending ? t('deleting') : t('delete')}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
