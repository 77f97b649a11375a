import { type ReactNode, useState } from 'react';
import { Badge, DataTable, Time } from '@/components/auth/DataTable';
import { Failure } from '@/components/Failure';
import { Plus } from '@/components/icons';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Pagination } from '@/components/records/Pagination';
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
  const { data, error, isPlaceholderData, refetch } = useUsers(
    { ...state.params, limit },
    state.address,
  );
  const next = data?.next;

  return (
    <div className="space-y-4">
      <UserFilters params={state.params} onChange={state.change} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && (
        <p className="text-muted-foreground">{t('noMatches', { plural: t('authUsers') })}</p>
      )}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData} className="space-y-4">
          <UserTable users={data.items} />
          <Pagination
            plural={t('authUsers')}
            page={state.page}
            limit={limit}
            count={data.items.length}
            total={data.total}
            hasNext={next !== undefined && !isPlaceholderData}
            onLimit={(size) => state.change({ limit: size })}
            onPrevious={state.turnBack}
            onNext={() => next !== undefined && state.turnTo(next)}
          />
        </div>
      )}
    </div>
  );
}

function UserTable({ users }: { users: readonly AdminUser[] }) {
  return (
    <DataTable
      label={t('authUsers')}
      headings={[
        t('authName'),
        t('authEmail'),
        t('authRole'),
        t('authState'),
        t('authLastSignIn'),
        t('authActions'),
      ]}
      items={users}
      cellsOf={cellsOf}
    />
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
