import { useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LineField } from '@/components/auth/LineField';
import { Button } from '@/components/ui/button';
import { type SecondStep as Step, useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { t } from '@/lib/i18n';

const schema = z.object({ code: z.string().trim().min(1) });

/** Renders the form for the second factor of a sign-in: a code of an app, or a recovery code. */
export function SecondStep({ step: { challenge } }: { step: Step }) {
  const { enter, setSecondStep } = useAuth();
  const [isRecovery, setRecovery] = useState(false);
  const form = useAuthForm({
    schema,
    defaults: { code: '' },
    send: ({ code }) => enter('/api/auth/login/second', { challenge, code }),
    fieldOf: { invalid_code: 'code' },
    lostAnswer: t('authSignInLost'),
  });

  return (
    <div className="space-y-5">
      <p className="text-muted-foreground text-sm">
        {isRecovery ? t('authRecoveryText') : t('authSecondText')}
      </p>
      <AuthForm form={form} action={t('authSignIn')} busy={t('authSigningIn')}>
        <LineField
          key={isRecovery ? 'recovery' : 'app'}
          control={form.control}
          name="code"
          label={isRecovery ? t('authRecoveryCode') : t('authCode')}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          required
        />
      </AuthForm>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('authUseApp') : t('authUseRecovery')}
        </Button>
        <Button variant="ghost" onClick={() => setSecondStep(undefined)}>
          {t('authStartAgain')}
        </Button>
      </div>
    </div>
  );
}
