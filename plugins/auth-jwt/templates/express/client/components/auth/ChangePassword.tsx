import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { PasswordField, Username } from '@/components/auth/PasswordField';
import { notify } from '@/components/Notices';
import { useAuthForm } from '@/hooks/useAuthForm';
import { sessionsKey } from '@/hooks/useSessions';
import { send } from '@/lib/api';
import { newPasswordField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ currentPassword: z.string().min(1), newPassword: newPasswordField });

/**
 * Changes the password after checking the current one. The server ends the user’s other sessions.
 */
export function ChangePassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useAuthForm({
    schema,
    defaults: { currentPassword: '', newPassword: '' },
    send: async (passwords) => {
      await send('PUT', '/api/auth/password', passwords);
      form.reset();
      notify(t('authChanged'));
      await queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
    fieldOf: { invalid_password: 'currentPassword' },
    lostAnswer: t('authChangeLost'),
  });

  return (
    <AuthForm form={form} action={t('authChange')} busy={t('authChanging')}>
      <Username email={email} />
      <PasswordField
        control={form.control}
        name="currentPassword"
        label={t('authCurrentPassword')}
        autoComplete="current-password"
      />
      <PasswordField
        control={form.control}
        name="newPassword"
        label={t('authNewPassword')}
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
