import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LinkPage, Outcome } from '@/components/auth/LinkPage';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { send } from '@/lib/api';
import { t } from '@/lib/i18n';

interface ConfirmLinkProps {
  title: string;
  /** The effect of the button. */
  text: string;
  action: string;
  /** The endpoint that receives the token. */
  path: string;
  /** The text that is shown afterwards. */
  outcome: { readonly text: ReactNode; readonly to: string; readonly action: string };
}

/** Renders a page with a button that sends the token of a link. */
export function ConfirmLink({ title, ...rest }: ConfirmLinkProps) {
  return (
    <LinkPage title={title}>{(token) => <Form key={token} token={token} {...rest} />}</LinkPage>
  );
}

const schema = z.object({});

function Form({
  token,
  text,
  action,
  path,
  outcome,
}: Omit<ConfirmLinkProps, 'title'> & { token: string }) {
  const { retry } = useAuth();
  const [isDone, setDone] = useState(false);
  const form = useAuthForm({
    schema,
    defaults: {},
    send: async () => {
      await send('POST', path, { token });
      setDone(true);
      retry();
    },
    lostAnswer: t('authLinkLost'),
  });

  if (isDone) {
    return (
      <Outcome to={outcome.to} action={outcome.action}>
        {outcome.text}
      </Outcome>
    );
  }
  return (
    <AuthForm form={form} action={action} busy={t('authSending')}>
      <p className="text-muted-foreground text-sm">{text}</p>
    </AuthForm>
  );
}
