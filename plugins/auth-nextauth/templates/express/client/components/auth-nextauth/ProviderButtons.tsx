import { ProviderButton } from '@/components/auth-nextauth/ProviderButton';
import { useSignInProviders } from '@/hooks/useSignInProviders';
import type { SignInOptions } from '@/lib/auth-nextauth';
import { t } from '@/lib/i18n';

/** Renders the buttons of all providers below a form. */
export function ProviderButtons({ options }: { options: SignInOptions }) {
  const { data: providers = [] } = useSignInProviders();
  if (providers.length === 0) return null;
  return (
    <>
      <p className="order-first text-muted-foreground flex items-center gap-3 text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('nextauthOr')}
      </p>
      {providers.map((provider) => (
        <ProviderButton
          key={provider.id}
          provider={provider}
          label={t('nextauthContinue', { provider: provider.name })}
          options={options}
          className="w-full"
        />
      ))}
    </>
  );
}
