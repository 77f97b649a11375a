import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import type { AdminAccess } from '@shared/lib/admin';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Shell } from '@/components/Shell';
import { SignInNeeded } from '@/components/SignInNeeded';
import { buttonVariants } from '@/components/ui/button';
import { get, ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';

interface AdminGuardProps {
  /** Renders the admin area, with `failure` instead of the page if there is one. */
  children: (failure?: ReactNode) => ReactNode;
}

/**
 * Renders the admin area only after the server allows it. Visitors go to the login page and back. A
 * refusal has the public header.
 */
export function AdminGuard({ children }: AdminGuardProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin'],
    queryFn: ({ signal }) => get<AdminAccess>('/api/admin', signal),
  });

  // Renders the page in short steps, unlike other updates of a query.
  const isAllowed = useDeferredValue(data !== undefined);
  const [wasOpen, setWasOpen] = useState(false);
  if (data && !wasOpen) setWasOpen(true);

  // A refusal overrides earlier data, because the session may have ended.
  if (error instanceof ProblemError && [401, 403].includes(error.status)) {
    return (
      <Shell>
        {error.status === 401 ? (
          <SignInNeeded wasOpen={wasOpen}>{t('adminOnlyText')}</SignInNeeded>
        ) : (
          <Refused error={error} />
        )}
      </Shell>
    );
  }
  if (data && isAllowed) return children();
  if (error) return children(<Failure error={error} onRetry={() => void refetch()} />);
  return (
    <main className="mx-auto max-w-2xl px-4 py-10">
      <Loading />
    </main>
  );
}

function Refused({ error }: { error: ProblemError }) {
  return (
    <>
      {error.code === 'admin_not_configured' ? (
        <NotConfigured />
      ) : (
        <>
          <PageHeader title={t('adminOnly')} />
          <p className="text-muted-foreground mb-6">{error.message}</p>
        </>
      )}
      <Link to="/" className={buttonVariants({ variant: 'outline' })}>
        {t('goToHome')}
      </Link>
    </>
  );
}

function NotConfigured() {
  return (
    <>
      <PageHeader title={t('adminClosed')} />
      <div className="text-muted-foreground mb-6 space-y-4">
        <p>{t('adminClosedText')}</p>
        <p>{t('addAuth')}</p>
        <pre className="bg-muted text-foreground overflow-x-auto rounded-md p-4 text-sm">
          <code>genlock add auth-jwt</code>
        </pre>
      </div>
    </>
  );
}
