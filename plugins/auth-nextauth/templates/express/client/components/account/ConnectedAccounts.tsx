import { useSearchParams } from 'react-router';
import { Mark } from '@/components/auth-nextauth/Mark';
import { ProviderButton } from '@/components/auth-nextauth/ProviderButton';
import { SignInError } from '@/components/auth-nextauth/SignInError';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { Button } from '@/components/ui/button';
import {
  type ConnectedAccount,
  useConnectedAccounts,
  useDisconnect,
  useSignInProviders,
} from '@/hooks/useSignInProviders';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';

/** Renders the connected accounts of the user, with buttons to connect and disconnect providers. */
export default function ConnectedAccounts() {
  const [params] = useSearchParams();
  const { data, error, refetch } = useConnectedAccounts();
  const { data: providers = [] } = useSignInProviders();

  if (data && data.accounts.length === 0 && !data.canLink) return null;
  const connected = new Set(data?.accounts.map(({ provider }) => provider));
  return (
    <section aria-labelledby="connected" className="space-y-4">
      <div>
        <h2 id="connected" className="mb-1 text-lg font-semibold">
          {t('nextauthConnected')}
        </h2>
        <p className="text-muted-foreground text-sm">{t('nextauthConnectedText')}</p>
      </div>
      <SignInError code={params.get('error')} />
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data && data.accounts.length > 0 && <Accounts accounts={data.accounts} />}
      {data?.canLink && (
        <div className="flex flex-wrap gap-2">
          {providers
            .filter(({ id }) => !connected.has(id))
            .map((provider) => (
              <ProviderButton
                key={provider.id}
                provider={provider}
                label={t('nextauthConnect', { provider: provider.name })}
                options={{ callbackUrl: '/account', link: true }}
              />
            ))}
        </div>
      )}
    </section>
  );
}

function Accounts({ accounts }: { accounts: readonly ConnectedAccount[] }) {
  const disconnect = useDisconnect();
  return (
    <>
      <ul className="bg-card divide-y rounded-xl border">
        {accounts.map((account) => (
          <Row
            key={account.id}
            account={account}
            isEnding={disconnect.isPending && disconnect.variables === account.id}
            onDisconnect={() => disconnect.mutate(account.id)}
          />
        ))}
      </ul>
      <ErrorMessage error={disconnect.error} />
    </>
  );
}

interface RowProps {
  account: ConnectedAccount;
  isEnding: boolean;
  onDisconnect: () => void;
}

function Row({ account, isEnding, onDisconnect }: RowProps) {
  const { provider, name, email, lastUsedAt } = account;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        <Mark provider={provider} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          {email !== null && <p className="text-muted-foreground wrap-anywhere">{email}</p>}
          <p className="text-muted-foreground">
            {t('nextauthLastUsed', { time: formatDateTime(lastUsedAt) })}
          </p>
        </div>
      </div>
      <Button
        variant="outline"
        size="sm"
        disabled={isEnding}
        aria-label={t('nextauthDisconnectAccount', { provider: name, email: email ?? '' })}
        onClick={onDisconnect}
      >
        {t('nextauthDisconnect')}
      </Button>
    </li>
  );
}
