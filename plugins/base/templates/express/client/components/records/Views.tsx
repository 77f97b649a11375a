import { lazy, Suspense, useState } from 'react';
import { Bookmark } from '@/components/icons';
import { Button } from '@/components/ui/button';
import type { View } from '@/hooks/useViews';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

const ViewsDialog = lazy(async () => ({
  default: (await import('@/components/records/ViewsDialog')).ViewsDialog,
}));

interface ViewsProps {
  resource: Pick<Resource, 'path'>;
  /** The filters, the order and the columns of the list. */
  current: Omit<View, 'name'>;
  onShow: (view: View) => void;
}

/** Renders a button that opens the saved views of a list. */
export function Views({ resource, current, onShow }: ViewsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        {t('views')}
      </Button>
      {isOpen && (
        <Suspense>
          <ViewsDialog
            resource={resource}
            current={current}
            onShow={onShow}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
