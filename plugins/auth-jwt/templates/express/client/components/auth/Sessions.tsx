import { useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { Button } from '@/components/ui/button';
import { useAuth } from '@/hooks/useAuth';
import { type Session, useEndSession, useSessions } from '@/hooks/useSessions';
import { describeDevice } from '@/lib/auth/device';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';

/** Lists the user’s sessions with buttons to end them. */
export function Sessions() {
  const { data, error, refetch } = useSessions();
  const end = useEndSession();

  if (!data) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <div className="space-y-4">
      <ul className="bg-card divide-y rounded-xl border">
        {data.map((session) => (
          <Row
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      <ErrorMessage error={end.error} />
      <div className="flex flex-wrap gap-2">
        {data.length > 1 && (
          <Button variant="outline" disabled={end.isPending} onClick={() => end.mutate('others')}>
            {t('authSignOutOthers')}
          </Button>
        )}
        <SignOutEverywhere />
      </div>
    </div>
  );
}

interface RowProps {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

function Row({ session, isEnding, onEnd }: RowProps) {
  const device = describeDevice(session.userAgent);
  const { ipAddress, lastUsedAt, createdAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium wrap-anywhere">
          {device}
          {current && <span className="text-primary"> · {t('authThisDevice')}</span>}
        </p>
        <p className="text-muted-foreground wrap-anywhere">
          {ipAddress
            ? t('authLastUsedFrom', { time: formatDateTime(lastUsedAt), address: ipAddress })
            : t('authLastUsed', { time: formatDateTime(lastUsedAt) })}
        </p>
        <p className="text-muted-foreground">
          {t('authSignedInAt', { time: formatDateTime(createdAt) })}
        </p>
      </div>
      {!current && (
        <Button
          variant="outline"
          size="sm"
          disabled={isEnding}
          aria-label={t('authSignOutDevice', { device, time: formatDateTime(createdAt) })}
          onClick={onEnd}
        >
          {isEnding ? t('authSigningOut') : t('authSignOut')}
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const { logout } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  async function leave() {
    // The dialog closes first, because a dialog for a recent sign-in may follow.
    setOpen(false);
    setBusy(true);
    setError(null);
    await logout({ everywhere: true }).catch(setError);
    setBusy(false);
  }

  return (
    <>
      <Button variant="outline" disabled={isBusy} onClick={() => setOpen(true)}>
        {t('authSignOutEverywhere')}
      </Button>
      <ErrorMessage error={error} className="basis-full" />
      <ConfirmDialog
        isOpen={isOpen}
        title={t('authSignOutEverywhereAsk')}
        description={t('authSignOutEverywhereText')}
        action={t('authSignOutEverywhere')}
        onConfirm={() => void leave()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
