import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from 'react-router';
import { Search, X } from '@/components/icons';
import { buttonVariants } from '@/components/ui/button';
import { type Place, usePlaces } from '@/hooks/usePlaces';
import { t } from '@/lib/i18n';

interface CommandPaletteProps extends SearchText {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface SearchText {
  typed: string;
  onTyped: (text: string) => void;
  /** Called when the input has the focus. */
  onReady: () => void;
}

/** Searches pages and records, and opens the selected one. */
export function CommandPalette({ isOpen, onOpenChange, ...text }: CommandPaletteProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup className="bg-popover text-popover-foreground fixed inset-x-4 top-[min(6rem,10dvh)] z-50 mx-auto flex max-h-[min(28rem,80dvh)] max-w-xl flex-col overflow-hidden rounded-xl border shadow-xl outline-none">
          <Dialog.Title className="sr-only">{t('search')}</Dialog.Title>
          <Palette {...text} onClose={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ typed, onTyped, onReady, onClose }: SearchText & { onClose: () => void }) {
  const navigate = useNavigate();
  const { places, isSearching, isIncomplete } = usePlaces(typed);

  return (
    <Autocomplete.Root
      open
      inline
      items={places}
      // The server searches the records.
      filter={null}
      value={typed}
      onValueChange={(text, { reason }) => {
        // A selected place is not a search.
        if (reason !== 'item-press') onTyped(text);
      }}
      itemToStringValue={({ label }: Place) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="focus-within:ring-ring flex items-center gap-2 border-b px-3 focus-within:ring-2 focus-within:ring-inset">
        <Search aria-hidden className="text-muted-foreground size-4 shrink-0" />
        <Autocomplete.Input
          aria-label={t('searchAll')}
          placeholder={t('searchAll')}
          autoComplete="off"
          onFocus={({ currentTarget }) => {
            // Browsers put the caret before the initial value of an input.
            currentTarget.setSelectionRange(typed.length, typed.length);
            onReady();
          }}
          className="placeholder:text-muted-foreground h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Dialog.Close
          aria-label={t('closeSearch')}
          className={buttonVariants({ variant: 'ghost', size: 'icon-sm' })}
        >
          <X aria-hidden />
        </Dialog.Close>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-1 text-sm">
        <Autocomplete.List aria-label={t('searchResults')}>
          {(place: Place) => (
            <Autocomplete.Item
              key={`${place.to} ${place.label}`}
              value={place}
              onClick={() => {
                onClose();
                void navigate(place.to);
              }}
              className="data-highlighted:bg-accent data-highlighted:text-accent-foreground flex min-h-10 cursor-default items-center justify-between gap-4 rounded-sm px-3 py-1.5 outline-none select-none"
            >
              <span className="min-w-0 wrap-anywhere">{place.label}</span>
              <span className="text-muted-foreground shrink-0 text-xs">{place.kind}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className="text-muted-foreground not-empty:px-3 not-empty:py-2">
          {isSearching
            ? t('searching')
            : isIncomplete
              ? t('searchIncomplete')
              : places.length === 0
                ? t('nothingFound')
                : ''}
        </Autocomplete.Status>
      </div>
    </Autocomplete.Root>
  );
}
