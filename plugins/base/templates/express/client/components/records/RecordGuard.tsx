import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { SignInNeeded } from '@/components/SignInNeeded';
import { buttonVariants } from '@/components/ui/button';
import { useCaller } from '@/hooks/useCaller';
import { useMay } from '@/hooks/useMay';
import type { Operation } from '@/lib/access';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

interface RecordGuardProps<Item extends Stored> {
  resource: Resource<Item>;
  operation: Operation;
  children: ReactNode;
}

/**
 * Renders a page of a resource for users who may do its operation. Visitors go to the login page
 * and back. The guard only hides content; the server enforces access.
 */
export function RecordGuard<Item extends Stored>(props: RecordGuardProps<Item>) {
  const { resource, operation, children } = props;
  const { data: caller, error, refetch } = useCaller();
  const isOpen = useMay(resource)(operation);
  const [wasOpen, setWasOpen] = useState(false);

  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOpen) return children;
  if (!caller) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
  }
  if (caller.userId === null) {
    return <SignInNeeded wasOpen={wasOpen}>{t('accountNeededText')}</SignInNeeded>;
  }
  return <NotAllowed />;
}

/** Replaces a page that the account of the user may not open. */
export function NotAllowed() {
  return (
    <>
      <PageHeader title={t('notAllowed')} />
      <p className="text-muted-foreground mb-6">{t('notAllowedText')}</p>
      <Link to="/" className={buttonVariants()}>
        {t('goToHome')}
      </Link>
    </>
  );
}
