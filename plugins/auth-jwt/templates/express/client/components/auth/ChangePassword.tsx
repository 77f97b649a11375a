import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { PasswordField } from '@/components/auth/PasswordField';
import { notify } from '@/components/Notices';
import { useAuthForm } from '@/hooks/useAuthForm';
import { sessionsKey } from '@/hooks/useSessions';
import { send } from '@/lib/api';
import { newPasswordField } from '@/lib/auth/fields';

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
      notify('Password changed');
      await queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
    fieldOf: { invalid_password: 'currentPassword' },
    lostAnswer:
      'No answer came from the server, so your password may have been changed or not. ' +
      'Try again: if the current password is refused, the new one is in force already.',
  });

  return (
    <AuthForm form={form} action="Change password" busy="Changing…">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        control={form.control}
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField
        control={form.control}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
      />
    </AuthForm>
  );
}
