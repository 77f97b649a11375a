import { useLocation, useSearchParams } from 'react-router';
import { ProviderButton } from '@/components/auth-nextauth/ProviderButton';
import { SignInError } from '@/components/auth-nextauth/SignInError';
import { useAuth } from '@/hooks/useAuth';
import { useSignInProviders } from '@/hooks/useSignInProviders';
import { safeNext } from '@/lib/auth/next';
import { t } from '@/lib/i18n';

/**
 * Renders the buttons to sign in with a provider, and the error of the last attempt. A signed-in
 * user who signs in again comes back to the current page.
 */
export default function Providers() {
  const { user } = useAuth();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const { data: providers = [] } = useSignInProviders();

  const callbackUrl = user ? pathname + search : safeNext(params.get('next'));
  return (
    <>
      {!user && <SignInError code={params.get('error')} />}
      {providers.length > 0 && (
        <p className="order-first text-muted-foreground flex items-center gap-3 text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          {t('nextauthOr')}
        </p>
      )}
      {providers.map((provider) => (
        <ProviderButton
          key={provider.id}
          provider={provider}
          label={t('nextauthContinue', { provider: provider.name })}
          options={{ callbackUrl }}
          className="w-full"
        />
      ))}
    </>
  );
}
