import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { PageHeader } from '@/components/PageHeader';
import { buttonVariants } from '@/components/ui/button';
import { hasDraft, onDraft } from '@/lib/drafts';
import { t } from '@/lib/i18n';
import { hasPage } from '@/lib/pages';

interface SignInNeededProps {
  /** Whether the user has seen the page. After a sign-out, the login page would be a surprise. */
  wasOpen: boolean;
  /** The users that the page is for. */
  children: ReactNode;
}

/** Sends visitors to the login page and back. */
export function SignInNeeded({ wasOpen, children }: SignInNeededProps) {
  const { pathname, search } = useLocation();
  const isKept = useSyncExternalStore(onDraft, () => hasDraft(pathname + search));
  const login = hasPage('/login')
    ? `/login?${new URLSearchParams({ next: pathname + search })}`
    : undefined;
  if (login !== undefined && !wasOpen) return <Navigate to={login} replace />;
  return (
    <>
      <PageHeader title={t('accountNeeded')} />
      <p className="text-muted-foreground mb-6">{isKept ? t('draftKept') : children}</p>
      {login !== undefined && (
        <Link to={login} className={`${buttonVariants()} mr-2`}>
          {t('signInFirst')}
        </Link>
      )}
      <Link to="/" className={buttonVariants({ variant: 'outline' })}>
        {t('goToHome')}
      </Link>
    </>
  );
}
