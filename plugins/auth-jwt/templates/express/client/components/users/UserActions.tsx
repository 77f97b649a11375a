import { Menu } from '@base-ui/react/menu';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Ellipsis } from '@/components/icons';
import { notify } from '@/components/Notices';
import { itemClasses, popupClasses } from '@/components/records/menu-classes';
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

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={t('authActionsFor', { name })}
          className={buttonVariants({ variant: 'outline', size: 'icon-sm' })}
        >
          <Ellipsis aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="z-50">
            <Menu.Popup className={popupClasses}>
              {user.may.changeRole && (
                <Menu.Item className={itemClasses} onClick={() => setChangingRole(true)}>
                  {t('authChangeRole')}…
                </Menu.Item>
              )}
              {userActions(user).map((action) => (
                <Menu.Item
                  key={action.label}
                  className={itemClasses}
                  onClick={() => setAsked(action)}
                >
                  {action.label}…
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
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
