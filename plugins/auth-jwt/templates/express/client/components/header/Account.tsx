import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { notify } from '@/components/Notices';
import { CircleUser, LogOut } from '@/components/auth/icons';
import { Button, buttonVariants } from '@/components/ui/button';
import { useAuth } from '@/hooks/useAuth';
import { cn } from '@/lib/cn';
import { pathWithNext } from '@/lib/auth/next';
import { nameOf } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

/** Renders the login link for visitors, or the account link and sign-out button for users. */
export default function Account() {
  const { user, isLoading, error } = useAuth();
  const { pathname, search } = useLocation();

  if (isLoading || error) return null;
  if (user) return <SignedIn name={nameOf(user)} />;
  const isHere = pathname === '/login' || pathname === '/register';
  return (
    <Link
      to={isHere ? `/login${search}` : pathWithNext('/login', pathname + search)}
      className={buttonVariants({ variant: 'outline', size: 'sm' })}
    >
      {t('authSignIn')}
    </Link>
  );
}

/** Icons replace the words on small screens. */
const word = 'sr-only sm:not-sr-only sm:truncate';

function SignedIn({ name }: { name: string }) {
  const { logout } = useAuth();
  const [isLeaving, setLeaving] = useState(false);

  async function leave() {
    if (isLeaving) return;
    setLeaving(true);
    await logout().catch((error: Error) =>
      notify(t('authStillSignedIn', { problem: error.message }), 'failed'),
    );
    setLeaving(false);
  }

  const look = cn(buttonVariants({ variant: 'ghost' }), 'min-w-10 shrink-0 px-2.5');
  return (
    <>
      <Link to="/account" title={name} className={cn(look, 'max-w-48 min-w-0 shrink lg:max-w-80')}>
        <CircleUser aria-hidden />
        <span className={word}>{name}</span>
      </Link>
      <Button
        className={look}
        variant="ghost"
        title={t('authSignOut')}
        aria-disabled={isLeaving}
        onClick={() => void leave()}
      >
        <LogOut aria-hidden />
        <span className={word}>{t('authSignOut')}</span>
      </Button>
    </>
  );
}
