import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useLocation } from 'react-router';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Button } from '@/components/ui/button';
import { usePasskeySignIn } from '@/hooks/usePasskeys';
import { t } from '@/lib/i18n';

/** Renders the button that signs in with a passkey. */
export default function Passkey() {
  const { pathname } = useLocation();
  const signIn = usePasskeySignIn();

  // A new account has no passkey yet.
  if (pathname === '/register' || !browserSupportsWebAuthn()) return null;
  return (
    <>
      <Button
        variant="outline"
        className="w-full"
        aria-disabled={signIn.isPending}
        onClick={() => !signIn.isPending && signIn.mutate()}
      >
        {signIn.isPending ? t('passkeyWaiting') : t('passkeySignIn')}
      </Button>
      <ErrorMessage error={signIn.error} />
    </>
  );
}
