import { useLocation, useSearchParams } from 'react-router';
import { ProviderButtons } from '@/components/auth-nextauth/ProviderButtons';
import { SignInError } from '@/components/auth-nextauth/SignInError';
import { useAuth } from '@/hooks/useAuth';
import { safeNext } from '@/lib/auth/next';

/**
 * Renders the buttons to sign in with a provider, and the error of the last attempt. A signed-in
 * user who signs in again comes back to the current page.
 */
export default function Providers() {
  const { user } = useAuth();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();

  const callbackUrl = user ? pathname + search : safeNext(params.get('next'));
  return (
    <>
      {!user && <SignInError code={params.get('error')} />}
      <ProviderButtons options={{ callbackUrl }} />
    </>
  );
}
