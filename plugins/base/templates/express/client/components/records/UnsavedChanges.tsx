import { useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { defer, useDeferred } from '@/hooks/useDeferred';
import { t } from '@/lib/i18n';

export const confirmDialog = defer(
  async () => (await import('@/components/ConfirmDialog')).ConfirmDialog,
);

interface BlockerActions {
  proceed: () => void;
  reset: () => void;
}

/** Asks for confirmation before leaving a page with unsaved changes. */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsaved,
  );
  const [ConfirmDialog, load] = useDeferred(confirmDialog);

  useBeforeUnload((event) => {
    if (hasUnsaved) event.preventDefault();
  });

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    async function ask({ proceed, reset }: BlockerActions) {
      if (await load()) return;
      // The dialog cannot be loaded.
      if (confirm(`${t('leaveAsk')}\n${t('leaveText')}`)) proceed();
      else reset();
    }
    void ask(blocker);
  }, [blocker, load]);

  return (
    ConfirmDialog && (
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        title={t('leaveAsk')}
        description={t('leaveText')}
        action={t('leave')}
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    )
  );
}
