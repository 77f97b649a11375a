import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { notify } from '@/components/Notices';
import { RenamePasskey } from '@/components/auth-passkey/RenamePasskey';
import { Button } from '@/components/ui/button';
import { type Passkey, usePasskeyChanges, usePasskeys } from '@/hooks/usePasskeys';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';

/** Renders the section of the account page about passkeys. */
export default function Passkeys() {
  const { data, error, refetch } = usePasskeys();
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" className="mb-1 text-lg font-semibold">
        {t('passkeys')}
      </h2>
      <p className="text-muted-foreground mb-4 text-sm">{t('passkeysText')}</p>
      {data ? (
        <List passkeys={data} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { add, remove } = usePasskeyChanges();
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const error = add.error ?? remove.error;

  function confirmRemoval() {
    if (!removed) return;
    // The dialog closes first, because a dialog for a recent sign-in may follow.
    setRemoved(undefined);
    add.reset();
    remove.mutate(removed.id, { onSuccess: () => notify(t('passkeyRemoved')) });
  }

  function addAnother() {
    remove.reset();
    add.mutate(undefined, { onSuccess: () => notify(t('passkeyAdded')) });
  }

  return (
    <div className="space-y-4">
      {passkeys.length > 0 && (
        <ul className="bg-card divide-y rounded-xl border">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      <ErrorMessage error={error} />
      {browserSupportsWebAuthn() ? (
        <Button variant="outline" disabled={add.isPending} onClick={addAnother}>
          {add.isPending ? t('passkeyWaiting') : t('passkeyAdd')}
        </Button>
      ) : (
        <p className="text-muted-foreground text-sm">{t('passkeyUnsupported')}</p>
      )}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={t('passkeyRemoveAsk', { name: removed?.name ?? '' })}
        description={t('passkeyRemoveText')}
        action={t('passkeyRemove')}
        onConfirm={confirmRemoval}
        onClose={() => setRemoved(undefined)}
      />
    </div>
  );
}

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt
    ? t('passkeyUsed', { time: formatDateTime(lastUsedAt) })
    : t('passkeyUnused');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted-foreground">{used}</p>
        <p className="text-muted-foreground">
          {t('passkeyCreated', { time: formatDateTime(createdAt) })}
          {backedUp && ` · ${t('passkeyBackedUp')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={t('passkeyRenameOne', { name })}
          onClick={onRename}
        >
          {t('passkeyRename')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={t('passkeyRemoveOne', { name })}
          onClick={onRemove}
        >
          {t('passkeyRemove')}
        </Button>
      </div>
    </li>
  );
}
