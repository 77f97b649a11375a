import { Fragment, type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { useAuth } from '@/hooks/useAuth';
import { pathWithNext } from '@/lib/auth/next';
import type { Role } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

interface AuthGuardProps {
  /** The permitted roles; all signed-in users if absent. */
  roles?: readonly Role[];
  children: ReactNode;
}

/**
 * Renders its children for signed-in users only, after the user is loaded. Visitors are redirected
 * to the login page and back. The guard only hides content; the server enforces access.
 */
export function AuthGuard({ roles, children }: AuthGuardProps) {
  const { user, isLoading, error, ending, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  const [wasOpen, setWasOpen] = useState(false);

  if (user && !wasOpen) setWasOpen(true);
  if (isLoading) return <Loading />;
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!user) {
    // After a sign-out on a guarded page, go to the start page instead of the login page.
    const leaves = wasOpen && ending === 'here';
    const to = leaves ? '/' : pathWithNext('/login', pathname + search + hash);
    return <Navigate to={to} replace />;
  }
  if (roles && !roles.includes(user.role)) return <Forbidden />;
  return <Fragment key={user.id}>{children}</Fragment>;
}

function Forbidden() {
  return (
    <>
      <PageHeader title={t('authForbidden')} />
      <p className="text-muted-foreground mb-6">{t('authForbiddenText')}</p>
      <Link to="/" className={buttonVariants()}>
        {t('goToHome')}
      </Link>
    </>
  );
}
