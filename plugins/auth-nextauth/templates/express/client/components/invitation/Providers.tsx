import { ProviderButtons } from '@/components/auth-nextauth/ProviderButtons';
import { useAuth } from '@/hooks/useAuth';

/** Renders the buttons that accept an invitation with an account of a provider. */
export default function Providers({ token }: { token: string }) {
  const { user } = useAuth();
  // Signed-in users can connect a provider on the page of their account.
  if (user) return null;
  return <ProviderButtons options={{ callbackUrl: '/', invitation: token }} />;
}
