import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { EmailField } from '@/components/auth/LineField';
import { Outcome } from '@/components/auth/LinkPage';
import { useAuthForm } from '@/hooks/useAuthForm';
import { send } from '@/lib/api';
import { emailField } from '@/lib/auth/fields';
import { t } from '@/lib/i18n';

const schema = z.object({ email: emailField });

interface MailFormProps {
  text: ReactNode;
  action: string;
  /** The endpoint that receives the address. */
  path: string;
  /** The text that is shown afterwards, with or without a mail. */
  sent: string;
}

/** Renders a form that asks for an address and requests a mail to it. */
export function MailForm({ text, action, path, sent }: MailFormProps) {
  const [isSent, setSent] = useState(false);
  const form = useAuthForm({
    schema,
    defaults: { email: '' },
    send: async ({ email }) => {
      await send('POST', path, { email });
      setSent(true);
    },
    lostAnswer: t('authMailLost'),
  });

  if (isSent) {
    return (
      <Outcome to="/login" action={t('authToSignIn')}>
        {sent}
      </Outcome>
    );
  }
  return (
    <AuthForm form={form} action={action} busy={t('authSending')}>
      <p className="text-muted-foreground text-sm">{text}</p>
      <EmailField control={form.control} name="email" />
    </AuthForm>
  );
}
