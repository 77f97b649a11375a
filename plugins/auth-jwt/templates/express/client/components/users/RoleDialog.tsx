import { useState } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Modal } from '@/components/Modal';
import { notify } from '@/components/Notices';
import { Button } from '@/components/ui/button';
import { RoleSelect } from '@/components/users/RoleSelect';
import { type AdminUser, useChangeUser } from '@/hooks/useUsers';
import { roleName, roles } from '@/lib/auth/roles';
import { nameOf } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

/** Changes the role of a user. */
export function RoleDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [role, setRole] = useState(user.role);
  const change = useChangeUser();
  const name = nameOf(user);

  function save() {
    change.mutate(
      { id: user.id, method: 'PUT', part: '/role', body: { role } },
      {
        onSuccess: () => {
          notify(t('authRoleChanged', { name, role: roleName(role) }));
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      title={t('authChangeRoleOf', { name })}
      description={t('authChangeRoleText')}
      onClose={onClose}
    >
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <RoleSelect roles={roles} value={role} onChange={setRole} />
        <ErrorMessage error={change.error} />
        <Button type="submit" disabled={change.isPending || role === user.role}>
          {t('authChangeRole')}
        </Button>
      </form>
    </Modal>
  );
}
