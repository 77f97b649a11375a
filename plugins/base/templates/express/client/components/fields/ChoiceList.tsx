import { Combobox } from '@base-ui/react/combobox';
import type { ComponentProps } from 'react';
import { Check } from '@/components/icons';
import type { Resource, Stored } from '@/lib/resource';

interface ChoiceListProps<Item extends Stored> {
  resource: Resource<Item>;
  isPending: boolean;
}

/** Renders the options of a picker in a list below the input. */
export function ChoiceList<Item extends Stored>({ resource, isPending }: ChoiceListProps<Item>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup className="bg-popover text-popover-foreground max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-md border p-1 text-sm shadow-md">
          <Combobox.Empty className="text-muted-foreground not-empty:px-2 not-empty:py-1.5">
            {isPending ? 'Loading…' : 'Nothing found.'}
          </Combobox.Empty>
          <Combobox.List>
            {(record: Item) => (
              <Combobox.Item
                key={record.id}
                value={record}
                data-id={record.id}
                className="data-highlighted:bg-accent data-highlighted:text-accent-foreground flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none"
              >
                <span className="size-4 shrink-0">
                  <Combobox.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Combobox.ItemIndicator>
                </span>
                <span className="min-w-0 wrap-anywhere">{resource.label(record)}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/**
 * Input props of a picker. While the list is open, Enter selects an option and does not submit the
 * form.
 */
export const typing: ComponentProps<'input'> = {
  autoComplete: 'off',
  onKeyDown: (event) => {
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Enter' && isOpen) event.preventDefault();
  },
};

export function isSameRecord(one: Stored, other: Stored): boolean {
  return one.id === other.id;
}
