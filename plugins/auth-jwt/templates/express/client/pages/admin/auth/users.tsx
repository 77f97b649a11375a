import { type ReactNode, useState } from 'react';
import { Badge, Time } from '@/components/auth/DataTable';
import { PagedTable } from '@/components/auth/PagedTable';
import { Plus } from '@/components/icons';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Invitations } from '@/components/users/Invitations';
import { InviteDialog } from '@/components/users/InviteDialog';
import { UserActions } from '@/components/users/UserActions';
import { UserFilters } from '@/components/users/UserFilters';
import { useAuth } from '@/hooks/useAuth';
import { useListState } from '@/hooks/useListState';
import { type AdminUser, useUsers } from '@/hooks/useUsers';
import { roleName } from '@/lib/auth/roles';
import { nameOf } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

const filters = new Set(['role', 'state']);

/** Renders the administration of users. */
export default function UsersPage() {
  const [isInviting, setInviting] = useState(false);
  return (
    <div className="@container space-y-10">
      <div>
        <PageHeader title={t('authUsers')}>
          <Button onClick={() => setInviting(true)}>
            <Plus aria-hidden />
            {t('authInvite')}
          </Button>
        </PageHeader>
        <UserList />
      </div>
      <Invitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

function UserList() {
  const state = useListState((parameter) => filters.has(parameter));
  const limit = state.params['limit'] ?? '25';
  const query = useUsers({ ...state.params, limit }, state.address);

  return (
    <div className="space-y-4">
      <UserFilters params={state.params} onChange={state.change} />
      <PagedTable
        label={t('authUsers')}
        plural={t('authUsers')}
        query={query}
        state={state}
        limit={limit}
        headings={[
          t('authName'),
          t('authEmail'),
          t('authRole'),
          t('authState'),
          t('authLastSignIn'),
          t('authActions'),
        ]}
        cellsOf={cellsOf}
      />
    </div>
  );
}

function cellsOf(user: AdminUser): readonly ReactNode[] {
  const { id, email, role, disabledAt, lastSignInAt, may } = user;
  return [
    <Name key={id} user={user} />,
    email,
    roleName(role),
    <Badge key={id} isAlert={disabledAt !== null}>
      {disabledAt === null ? t('authEnabled') : t('authDisabled')}
    </Badge>,
    lastSignInAt === null ? t('authNever') : <Time key={id} value={lastSignInAt} />,
    (may.manage || may.changeRole) && <UserActions key={id} user={user} />,
  ];
}

function Name({ user }: { user: AdminUser }) {
  const { user: self } = useAuth();
  return (
    <>
      {nameOf(user)}
      {user.id === self?.id && <span className="text-primary"> · {t('authYou')}</span>}
    </>
  );
}
