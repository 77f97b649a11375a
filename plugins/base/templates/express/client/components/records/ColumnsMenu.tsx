import { Menu } from '@base-ui/react/menu';
import { Check, Columns3 } from '@/components/icons';
import { itemClasses, popupClasses } from '@/components/records/menu-classes';
import { buttonVariants } from '@/components/ui/button';
import type { RecordTableModel } from '@/hooks/useRecordTable';
import { cn } from '@/lib/cn';
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
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonVariants({ variant: 'outline' })}>
        <Columns3 aria-hidden />
        {t('columns')}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50">
          <Menu.Popup className={popupClasses}>
            {columns.map((column) => (
              <Menu.CheckboxItem
                key={column.id}
                checked={column.getIsVisible()}
                onCheckedChange={(checked) => column.toggleVisibility(checked)}
                className={itemClasses}
              >
                <span className="size-4 shrink-0">
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {column.columnDef.meta?.label}
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator className="bg-border my-1 h-px" />
            <Menu.Item className={cn(itemClasses, 'pl-8')} onClick={onReset}>
              {t('defaultColumns')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
