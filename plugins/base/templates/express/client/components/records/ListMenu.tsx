import { useState } from 'react';
import { Ellipsis } from '@/components/icons';
import { MenuButton } from '@/components/MenuButton';
import { notify } from '@/components/Notices';
import type { AnyColumn } from '@/components/records/Cell';
import { buttonVariants } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { useMay } from '@/hooks/useMay';
import { usePopup } from '@/hooks/usePopup';
import type { ListParams } from '@/hooks/useResource';
import { apiAddress, withQuery } from '@/lib/address';
import { getCsv } from '@/lib/api';
import { download, markedCsv } from '@/lib/download';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

const importDialog = defer(
  async () => (await import('@/components/records/ImportDialog')).ImportDialog,
);

interface ListMenuProps {
  resource: Resource<never>;
  columns: readonly AnyColumn[];
  /** The filters and the order of the list. */
  params: ListParams;
}

/** Renders a menu to export the records of a list and to import records. */
export function ListMenu({ resource, columns, params }: ListMenuProps) {
  const canImport = useMay(resource)('create');
  const { isOpen, setOpen, Popup } = usePopup(importDialog);
  const [isExporting, setExporting] = useState(false);

  async function exportCsv() {
    const { limit: _, ...query } = params;
    setExporting(true);
    try {
      const data = await getCsv(withQuery(apiAddress(resource.path), query));
      download(markedCsv(data), `${resource.path.slice(1)}.csv`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'failed');
    } finally {
      setExporting(false);
    }
  }

  const entries = [
    {
      key: 'export',
      label: t('exportCsv'),
      onSelect: () => void exportCsv(),
      isDisabled: isExporting,
    },
    ...(resource.input && canImport
      ? [{ key: 'import', label: t('importCsv'), onSelect: () => setOpen(true) }]
      : []),
  ];

  return (
    <>
      <MenuButton
        aria-label={t('moreActions')}
        className={buttonVariants({ variant: 'outline', size: 'icon' })}
        entries={entries}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isOpen && Popup && (
        <Popup resource={resource} columns={columns} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
