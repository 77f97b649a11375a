import { useMutation } from '@tanstack/react-query';
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
  const open = useMutation({ mutationFn: () => signIn(provider.id, options) });
  return (
    <>
      <Button
        variant="outline"
        className={className}
        disabled={open.isPending}
        onClick={() => open.mutate()}
      >
        <Mark provider={provider.id} />
        {label}
      </Button>
      <ErrorMessage error={open.error} />
    </>
  );
}
