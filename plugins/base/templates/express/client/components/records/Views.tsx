import { Bookmark } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';
import type { View } from '@/hooks/useViews';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

const viewsDialog = defer(
  async () => (await import('@/components/records/ViewsDialog')).ViewsDialog,
);

interface ViewsProps {
  resource: Pick<Resource, 'path'>;
  /** The filters, the order and the columns of the list. */
  current: Omit<View, 'name'>;
  onShow: (view: View) => void;
}

/** Renders a button that opens the saved views of a list. */
export function Views({ resource, current, onShow }: ViewsProps) {
  const { isOpen, setOpen, Popup } = usePopup(viewsDialog);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        {t('views')}
      </Button>
      {isOpen && Popup && (
        <Popup
          resource={resource}
          current={current}
          onShow={onShow}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
