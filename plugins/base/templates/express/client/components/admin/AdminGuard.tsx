import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { AdminAccess } from '@shared/lib/admin';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { get, ProblemError } from '@/lib/api';
import { hasPage } from '@/lib/pages';

/** Renders the admin area only after the server allows it. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin'],
    queryFn: ({ signal }) => get<AdminAccess>('/api/admin', signal),
  });

  // A refusal overrides earlier data, because the session may have ended.
  if (error instanceof ProblemError && [401, 403].includes(error.status)) {
    return <Refused error={error} />;
  }
  if (data) return children;
  return (
    <main className="mx-auto max-w-2xl px-4 py-10">
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}
    </main>
  );
}

function Refused({ error }: { error: ProblemError }) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-10">
      {error.code === 'admin_not_configured' ? (
        <NotConfigured />
      ) : error.status === 401 ? (
        <SignInNeeded />
      ) : (
        <>
          <PageHeader title="For administrators only" />
          <p className="text-muted-foreground mb-6">{error.message}</p>
        </>
      )}
      <Link to="/" className={buttonVariants({ variant: 'outline' })}>
        Go to the home page
      </Link>
    </main>
  );
}

function NotConfigured() {
  return (
    <>
      <PageHeader title="The admin area is closed" />
      <div className="text-muted-foreground mb-6 space-y-4">
        <p>
          This application has no sign-in and cannot identify administrators in production. The
          admin area is open in development only.
        </p>
        <p>Add authentication to the project, and build it again:</p>
        <pre className="bg-muted text-foreground overflow-x-auto rounded-md p-4 text-sm">
          <code>genlock add auth-jwt</code>
        </pre>
      </div>
    </>
  );
}

function SignInNeeded() {
  const { pathname, search } = useLocation();
  return (
    <>
      <PageHeader title="Please sign in" />
      <p className="text-muted-foreground mb-6">The admin area is for administrators.</p>
      {hasPage('/login') && (
        <Link
          to={`/login?${new URLSearchParams({ next: pathname + search })}`}
          className={`${buttonVariants()} mr-2`}
        >
          Sign in
        </Link>
      )}
    </>
  );
}
