import { useState } from 'react';
import { Mark } from '@/components/auth-nextauth/Mark';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Button } from '@/components/ui/button';
import type { SignInProvider } from '@/hooks/useSignInProviders';
import { signIn } from '@/lib/auth-nextauth';

interface ProviderButtonProps {
  provider: SignInProvider;
  label: string;
  options: NonNullable<Parameters<typeof signIn>[1]>;
  className?: string;
}

/** Renders a button that opens a provider. */
export function ProviderButton({ provider, label, options, className }: ProviderButtonProps) {
  const [isOpening, setOpening] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  async function open() {
    setOpening(true);
    setError(null);
    await signIn(provider.id, options).catch(setError);
    setOpening(false);
  }

  return (
    <>
      <Button
        variant="outline"
        className={className}
        disabled={isOpening}
        onClick={() => void open()}
      >
        <Mark provider={provider.id} />
        {label}
      </Button>
      <ErrorMessage error={error} />
    </>
  );
}
