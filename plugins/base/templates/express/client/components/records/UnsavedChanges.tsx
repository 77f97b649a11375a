import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { t } from '@/lib/i18n';

/** Asks for confirmation before leaving a page with unsaved changes. */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsaved,
  );

  useBeforeUnload((event) => {
    if (hasUnsaved) event.preventDefault();
  });

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('leaveAsk')}
      description={t('leaveText')}
      action={t('leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
