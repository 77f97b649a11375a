import { useCallback, useEffect, useState } from 'react';
import { notify } from '@/components/Notices';
import type { Deferred } from '@/hooks/useDeferred';
import { t } from '@/lib/i18n';

/**
 * Returns the state of a popup, and its code, which is loaded when the popup first opens. If the
 * code cannot be loaded, the popup closes and a message offers to reload the page.
 */
export function usePopup<Code>(popup: Deferred<Code>) {
  const [isOpen, setOpen] = useState(false);
  // In an object, because React would call a component.
  const [{ code }, setLoaded] = useState<{ code: Code | undefined }>({ code: undefined });
  const loaded = popup.get();
  if (isOpen && code === undefined && loaded !== undefined) setLoaded({ code: loaded });

  const isLoading = isOpen && code === undefined;
  useEffect(() => {
    if (!isLoading) return;
    let isCurrent = true;
    async function open() {
      const found = await popup.load().catch(() => undefined);
      if (!isCurrent) return;
      setLoaded({ code: found });
      if (found !== undefined) return;
      setOpen(false);
      const reload = { label: t('reloadPage'), run: () => location.reload() };
      notify(t('partNotLoaded'), 'failed', reload);
    }
    void open();
    return () => {
      isCurrent = false;
    };
  }, [isLoading, popup]);

  /** Loads the code before the popup opens. */
  const preload = useCallback(() => {
    popup.load().catch(() => {
      // The next attempt can succeed.
    });
  }, [popup]);

  return { isOpen, setOpen, Popup: code, preload };
}
