import { type ReactNode, useState } from 'react';
import { DataTable, Time } from '@/components/auth/DataTable';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorMessage } from '@/components/ErrorMessage';
import { notify } from '@/components/Notices';
import { Button } from '@/components/ui/button';
import { type Invitation, useInvitations, useRevoke } from '@/hooks/useUsers';
import { roleName } from '@/lib/auth/roles';
import { t } from '@/lib/i18n';

/** Lists the open invitations; `null` without one. */
export function Invitations() {
  const { data = [], error } = useInvitations();
  if (error) return <ErrorMessage error={error} />;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-4 text-lg font-semibold">
        {t('authInvitations')}
      </h2>
      <DataTable
        label={t('authInvitations')}
        items={data}
        headings={[
          t('authEmail'),
          t('authRole'),
          t('authInvitedBy'),
          t('authValidUntil'),
          t('authActions'),
        ]}
        cellsOf={cellsOf}
      />
    </section>
  );
}

function cellsOf(invitation: Invitation): readonly ReactNode[] {
  const { id, email, role, invitedBy, expiresAt, mayRevoke } = invitation;
  return [
    email,
    roleName(role),
    invitedBy.email ?? t('authDeletedUser'),
    <Time key={id} value={expiresAt} />,
    mayRevoke && <Revoke key={id} invitation={invitation} />,
  ];
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevoke();

  function close() {
    setAsking(false);
    revoke.reset();
  }

  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('authRevokeOf', { email })}
        onClick={() => setAsking(true)}
      >
        {t('authRevoke')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('authRevokeAsk', { email })}
        description={t('authRevokeText')}
        action={t('authRevoke')}
        isBusy={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(id, {
            onSuccess: () => {
              notify(t('authRevoked', { email }));
              close();
            },
          })
        }
        onClose={close}
      />
    </>
  );
}
