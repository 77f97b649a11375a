import { Fragment, type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { useAuth } from '@/hooks/useAuth';
import { pathWithNext } from '@/lib/auth/next';
import type { Role } from '@/lib/auth/user';

interface AuthGuardProps {
  /** Only these may see it; every signed-in user if absent. */
  roles?: readonly Role[];
  children: ReactNode;
}

/**
 * Shows what is inside to signed-in users, and nothing of it before they are known. Others sign in
 * first and come back. It guards what people see; what they may do is guarded by the server.
 */
export function AuthGuard({ roles, children }: AuthGuardProps) {
  const { user, isLoading, error, ending, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  const [wasOpen, setWasOpen] = useState(false);

  if (user && !wasOpen) setWasOpen(true);
  if (isLoading) return <Loading />;
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!user) {
    // Who signs out on a guarded page has no wish to sign in again.
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
      <PageHeader title="Not for this account" />
      <p className="text-muted-foreground mb-6">
        You are signed in, but your account may not open this page.
      </p>
      <Link to="/" className={buttonVariants()}>
        Go to the home page
      </Link>
    </>
  );
}
