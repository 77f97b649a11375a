import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LineField } from '@/components/auth/LineField';
import { QrCode } from '@/components/auth/QrCode';
import { Button } from '@/components/ui/button';
import { useAuthForm } from '@/hooks/useAuthForm';
import { type TotpSecret, useTotpChanges } from '@/hooks/useTotp';
import { t } from '@/lib/i18n';

const schema = z.object({ code: z.string().trim().min(1) });

interface TotpSetupProps {
  secret: TotpSecret;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows a new secret as a QR code and as text, and confirms it with a code of the app. */
export function TotpSetup({ secret: { secret, uri }, onConfirmed, onCancel }: TotpSetupProps) {
  const { confirm } = useTotpChanges();
  const form = useAuthForm({
    schema,
    defaults: { code: '' },
    send: async ({ code }) => onConfirmed(await confirm(code)),
    fieldOf: { invalid_code: 'code' },
    lostAnswer: t('authTotpLost'),
  });

  return (
    <div className="bg-card space-y-5 rounded-xl border p-5">
      <p className="text-sm">{t('authScan')}</p>
      <QrCode text={uri} label={t('authQrCode')} />
      <p className="text-muted-foreground text-sm">
        {t('authTypeSecret')}{' '}
        <code className="text-foreground font-mono wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <AuthForm form={form} action={t('authConfirm')} busy={t('authConfirming')}>
        <LineField
          control={form.control}
          name="code"
          label={t('authCode')}
          autoComplete="one-time-code"
          required
        />
      </AuthForm>
      <Button variant="ghost" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
