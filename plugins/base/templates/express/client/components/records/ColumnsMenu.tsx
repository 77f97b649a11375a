import { Columns3 } from '@/components/icons';
import { MenuButton } from '@/components/MenuButton';
import { buttonVariants } from '@/components/ui/button';
import type { RecordTableModel } from '@/hooks/useRecordTable';
import { t } from '@/lib/i18n';
import type { Stored } from '@/lib/resource';

interface ColumnsMenuProps<Item extends Stored> {
  table: RecordTableModel<Item>;
  /** Shows the default columns. */
  onReset: () => void;
}

/** Renders a menu to show and hide columns; `null` without optional columns. */
export function ColumnsMenu<Item extends Stored>({ table, onReset }: ColumnsMenuProps<Item>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  if (columns.length === 0) return null;
  const entries = [
    ...columns.map((column) => ({
      key: column.id,
      label: column.columnDef.meta?.label ?? column.id,
      isChecked: column.getIsVisible(),
      onCheck: (isShown: boolean) => column.toggleVisibility(isShown),
    })),
    { key: '-separator', isSeparator: true } as const,
    { key: '-default', label: t('defaultColumns'), onSelect: onReset, isIndented: true },
  ];
  return (
    <MenuButton className={buttonVariants({ variant: 'outline' })} entries={entries}>
      <Columns3 aria-hidden />
      {t('columns')}
    </MenuButton>
  );
}
