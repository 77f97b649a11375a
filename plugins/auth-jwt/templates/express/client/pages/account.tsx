import { AuthGuard } from '@/components/AuthGuard';
import { ChangePassword } from '@/components/auth/ChangePassword';
import { Sessions } from '@/components/auth/Sessions';
import { PageHeader } from '@/components/PageHeader';
import { useAuth } from '@/hooks/useAuth';

/** Renders the account page of the current user. */
export default function AccountPage() {
  return (
    <AuthGuard>
      <PageHeader title="Your account" />
      <div className="max-w-2xl space-y-10">
        <Profile />
        <section aria-labelledby="sessions">
          <h2 id="sessions" className="mb-4 text-lg font-semibold">
            Where you are signed in
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
            <dt className="text-muted-foreground">Name</dt>
            <dd className="wrap-anywhere">{user.name}</dd>
          </>
        )}
        <dt className="text-muted-foreground">E-mail address</dt>
        <dd className="wrap-anywhere">{user.email}</dd>
      </dl>
      <section aria-labelledby="password">
        <h2 id="password" className="mb-1 text-lg font-semibold">
          Change your password
        </h2>
        <p className="text-muted-foreground mb-4 text-sm">
          Changing your password ends your other sessions.
        </p>
        <ChangePassword email={user.email} />
      </section>
    </>
  );
}
