import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useAuth } from '@/hooks/useAuth';
import { isSignInNeeded, onSignInNeeded } from '@/lib/auth/recent';

/** The header is on every page, so the form is loaded when it is needed. */
const SignInAgain = lazy(async () => ({
  default: (await import('@/components/auth/SignInAgain')).SignInAgain,
}));

/** Renders a dialog while a request waits for a new sign-in. */
export default function RecentSignIn() {
  const { user } = useAuth();
  const isNeeded = useSyncExternalStore(onSignInNeeded, isSignInNeeded);

  if (!user || !isNeeded) return null;
  return (
    <Suspense>
      <SignInAgain user={user} />
    </Suspense>
  );
}
