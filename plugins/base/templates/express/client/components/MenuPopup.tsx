import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { Check } from '@/components/icons';
import { itemClasses, popupClasses } from '@/components/records/menu-classes';
import { cn } from '@/lib/cn';

/** An entry of a menu: an action, a choice that is on or off, or a line between entries. */
export type MenuEntry =
  | { key: string; label: string; onSelect: () => void; isDisabled?: boolean; isIndented?: boolean }
  | { key: string; label: string; isChecked: boolean; onCheck: (isChecked: boolean) => void }
  | { key: string; isSeparator: true };

interface MenuPopupProps {
  entries: readonly MenuEntry[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that opens the menu. */
  button: RefObject<HTMLButtonElement | null>;
  /** The id of the button. */
  labelledBy: string;
}

export function MenuPopup({ entries, isOpen, onOpenChange, button, labelledBy }: MenuPopupProps) {
  return (
    <Menu.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Menu.Portal>
        <Menu.Positioner anchor={button} align="end" sideOffset={4} className="z-50">
          <Menu.Popup finalFocus={button} aria-labelledby={labelledBy} className={popupClasses}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if ('isSeparator' in entry) return <Menu.Separator className="bg-border my-1 h-px" />;
  if ('onSelect' in entry) {
    return (
      <Menu.Item
        className={cn(itemClasses, entry.isIndented && 'pl-8')}
        disabled={entry.isDisabled ?? false}
        onClick={entry.onSelect}
      >
        {entry.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.CheckboxItem
      checked={entry.isChecked}
      onCheckedChange={(isChecked) => entry.onCheck(isChecked)}
      className={itemClasses}
    >
      <span className="size-4 shrink-0">
        <Menu.CheckboxItemIndicator>
          <Check aria-hidden className="size-4" />
        </Menu.CheckboxItemIndicator>
      </span>
      {entry.label}
    </Menu.CheckboxItem>
  );
}
