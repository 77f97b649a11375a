import { Menu } from '@base-ui/react/menu';
import { lazy, Suspense, useState } from 'react';
import { Ellipsis } from '@/components/icons';
import { notify } from '@/components/Notices';
import type { AnyColumn } from '@/components/records/Cell';
import { itemClasses, popupClasses } from '@/components/records/menu-classes';
import { buttonVariants } from '@/components/ui/button';
import { useMay } from '@/hooks/useMay';
import type { ListParams } from '@/hooks/useResource';
import { apiAddress, withQuery } from '@/lib/address';
import { getCsv } from '@/lib/api';
import { download } from '@/lib/download';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

const ImportDialog = lazy(async () => ({
  default: (await import('@/components/records/ImportDialog')).ImportDialog,
}));

interface ListMenuProps {
  resource: Resource<never>;
  columns: readonly AnyColumn[];
  /** The filters and the order of the list. */
  params: ListParams;
}

/** Renders a menu to export the records of a list and to import records. */
export function ListMenu({ resource, columns, params }: ListMenuProps) {
  const canImport = useMay(resource)('create');
  const [isImporting, setImporting] = useState(false);
  const [isExporting, setExporting] = useState(false);

  async function exportCsv() {
    const { limit: _, ...query } = params;
    setExporting(true);
    try {
      const data = await getCsv(withQuery(apiAddress(resource.path), query));
      download(data, `${resource.path.slice(1)}.csv`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'failed');
    } finally {
      setExporting(false);
    }
  }

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={t('moreActions')}
          className={buttonVariants({ variant: 'outline', size: 'icon' })}
        >
          <Ellipsis aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className={popupClasses}>
              <Menu.Item
                className={itemClasses}
                disabled={isExporting}
                onClick={() => void exportCsv()}
              >
                {t('exportCsv')}
              </Menu.Item>
              {resource.input && canImport && (
                <Menu.Item className={itemClasses} onClick={() => setImporting(true)}>
                  {t('importCsv')}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isImporting && (
        <Suspense>
          <ImportDialog resource={resource} columns={columns} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
