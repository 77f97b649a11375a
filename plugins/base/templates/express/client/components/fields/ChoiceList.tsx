import { Combobox } from '@base-ui/react/combobox';
import type { UIEvent } from 'react';
import { Check } from '@/components/icons';
import type { useChoices } from '@/hooks/useChoices';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface ChoiceListProps<Item extends Stored> {
  resource: Resource<Item>;
  options: ReturnType<typeof useChoices<Item>>;
}

/** Renders the options of a picker in a list below the input. Scrolling down loads more. */
export function ChoiceList<Item extends Stored>({ resource, options }: ChoiceListProps<Item>) {
  function scroll({ currentTarget: list }: UIEvent) {
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (below < list.clientHeight) options.loadMore();
  }

  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup
          onScroll={scroll}
          className="bg-popover text-popover-foreground max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-md border p-1 text-sm shadow-md"
        >
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
          <Combobox.Status className="text-muted-foreground not-empty:px-2 not-empty:py-1.5">
            {statusOf(options)}
          </Combobox.Status>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Returns the message below the options. Screen readers announce it. */
function statusOf(options: ChoiceListProps<Stored>['options']) {
  const { choices, isSearching, canSearch, error, hasMore } = options;
  if (error) return error.message;
  if (isSearching) return t('loading');
  if (choices.length === 0) return t('nothingFound');
  if (!hasMore) return '';
  return t(canSearch ? 'firstShownSearch' : 'firstShown', { count: choices.length });
}

/**
 * Input props of a picker. While the list is open, Enter selects an option and does not submit the
 * form. While it is closed, Escape does not clear the selection.
 */
export const typing: Combobox.Input.Props = {
  autoComplete: 'off',
  onKeyDown: (event) => {
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    if (event.key === 'Enter' && isOpen) event.preventDefault();
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
  },
};
