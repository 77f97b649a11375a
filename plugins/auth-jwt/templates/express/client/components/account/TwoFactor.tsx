import { useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { notify } from '@/components/Notices';
import { RecoveryCodes } from '@/components/auth/RecoveryCodes';
import { TotpSetup } from '@/components/auth/TotpSetup';
import { Button } from '@/components/ui/button';
import { type Totp, type TotpSecret, useTotp, useTotpChanges } from '@/hooks/useTotp';
import { t } from '@/lib/i18n';

/** Renders the section of the account page about the second factor. */
export default function TwoFactor() {
  const { data, error, refetch } = useTotp();
  const [codes, setCodes] = useState<readonly string[]>();
  const title = useRef<HTMLHeadingElement>(null);

  function finish() {
    setCodes(undefined);
    title.current?.focus();
  }

  return (
    <section aria-labelledby="two-factor">
      <h2
        ref={title}
        id="two-factor"
        tabIndex={-1}
        className="mb-1 text-lg font-semibold outline-none"
      >
        {t('authTwoFactor')}
      </h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : data ? (
        <State totp={data} onCodes={setCodes} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

interface StateProps {
  totp: Totp;
  onCodes: (codes: readonly string[]) => void;
}

function State({ totp, onCodes }: StateProps) {
  return totp.enabled ? <On totp={totp} onCodes={onCodes} /> : <Off onCodes={onCodes} />;
}

function Off({ onCodes }: Pick<StateProps, 'onCodes'>) {
  const { setUp } = useTotpChanges();
  const [secret, setSecret] = useState<TotpSecret>();
  return (
    <>
      <p className="text-muted-foreground mb-4 text-sm">{t('authTwoFactorOff')}</p>
      {secret ? (
        <TotpSetup secret={secret} onConfirmed={onCodes} onCancel={() => setSecret(undefined)} />
      ) : (
        <Button
          variant="outline"
          disabled={setUp.isPending}
          onClick={() => setUp.mutate(undefined, { onSuccess: setSecret })}
        >
          {t('authSetUp')}
        </Button>
      )}
      <ErrorMessage error={setUp.error} className="mt-4" />
    </>
  );
}

function On({ totp: { recoveryCodes }, onCodes }: StateProps) {
  const { renewCodes, remove } = useTotpChanges();
  const [isAsking, setAsking] = useState(false);

  function switchOff() {
    // The dialog closes first, because a dialog for a recent sign-in may follow.
    setAsking(false);
    renewCodes.reset();
    remove.mutate(undefined, { onSuccess: () => notify(t('authTwoFactorRemoved')) });
  }

  function renew() {
    remove.reset();
    renewCodes.mutate(undefined, { onSuccess: ({ recoveryCodes: all }) => onCodes(all) });
  }

  return (
    <>
      <p className="text-muted-foreground mb-4 text-sm">
        {t('authTwoFactorOn', { count: recoveryCodes })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={renewCodes.isPending} onClick={renew}>
          {t('authNewCodes')}
        </Button>
        <Button variant="outline" disabled={remove.isPending} onClick={() => setAsking(true)}>
          {t('authSwitchOff')}
        </Button>
      </div>
      <ErrorMessage error={renewCodes.error ?? remove.error} className="mt-4" />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('authSwitchOffAsk')}
        description={t('authSwitchOffText')}
        action={t('authSwitchOff')}
        onConfirm={switchOff}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
