import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '@/components/ConfirmDialog';

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
      title="Leave without saving?"
      description="The changes on this page are not saved yet."
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
