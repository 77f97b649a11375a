import { useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Ellipsis } from '@/components/icons';
import { MenuButton } from '@/components/MenuButton';
import { notify } from '@/components/Notices';
import { buttonVariants } from '@/components/ui/button';
import { RoleDialog } from '@/components/users/RoleDialog';
import { type UserAction, userActions } from '@/components/users/user-actions';
import { type AdminUser, useChangeUser } from '@/hooks/useUsers';
import { nameOf } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

/** Renders a menu with the actions that the current user may perform. */
export function UserActions({ user }: { user: AdminUser }) {
  const [asked, setAsked] = useState<UserAction>();
  const [isChangingRole, setChangingRole] = useState(false);
  const change = useChangeUser();
  const name = nameOf(user);

  function confirm({ request, done }: UserAction) {
    change.mutate(
      { id: user.id, ...request },
      {
        onSuccess: () => {
          notify(done(name));
          close();
        },
      },
    );
  }

  function close() {
    setAsked(undefined);
    change.reset();
  }

  const entries = [
    ...(user.may.changeRole
      ? [{ key: 'role', label: `${t('authChangeRole')}…`, onSelect: () => setChangingRole(true) }]
      : []),
    ...userActions(user).map((action) => ({
      key: action.label,
      label: `${action.label}…`,
      onSelect: () => setAsked(action),
    })),
  ];

  return (
    <>
      <MenuButton
        aria-label={t('authActionsFor', { name })}
        className={buttonVariants({ variant: 'outline', size: 'icon-sm' })}
        entries={entries}
      >
        <Ellipsis aria-hidden />
      </MenuButton>
      {isChangingRole && <RoleDialog user={user} onClose={() => setChangingRole(false)} />}
      {asked && (
        <ConfirmDialog
          isOpen
          title={asked.title(name)}
          description={asked.text}
          action={asked.label}
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => confirm(asked)}
          onClose={close}
        />
      )}
    </>
  );
}
