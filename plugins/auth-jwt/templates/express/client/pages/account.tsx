import { AuthGuard } from '@/components/AuthGuard';
import { AccountItems } from '@/components/auth/AccountItems';
import { ChangePassword } from '@/components/auth/ChangePassword';
import { Sessions } from '@/components/auth/Sessions';
import { PageHeader } from '@/components/PageHeader';
import { useAuth } from '@/hooks/useAuth';
import { t } from '@/lib/i18n';

/** Renders the account page of the current user. */
export default function AccountPage() {
  return (
    <AuthGuard>
      <PageHeader title={t('authAccount')} />
      <div className="max-w-2xl space-y-10">
        <Profile />
        <AccountItems />
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="mb-4 text-lg font-semibold">
            {t('authSessions')}
          </h2>
          <Sessions />
        </section>
      </div>
    </AuthGuard>
  );
}

function Profile() {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {user.name !== null && (
          <>
            <dt className="text-muted-foreground">{t('authName')}</dt>
            <dd className="wrap-anywhere">{user.name}</dd>
          </>
        )}
        <dt className="text-muted-foreground">{t('authEmail')}</dt>
        <dd className="wrap-anywhere">{user.email}</dd>
      </dl>
      <section aria-labelledby="password">
        <h2 id="password" className="mb-1 text-lg font-semibold">
          {t('authChangePassword')}
        </h2>
        <p className="text-muted-foreground mb-4 text-sm">{t('authChangePasswordText')}</p>
        <ChangePassword email={user.email} />
      </section>
    </>
  );
}
