import { useState } from 'react';
import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { EmailField } from '@/components/auth/LineField';
import { Modal } from '@/components/Modal';
import { notify } from '@/components/Notices';
import { InvitationLink } from '@/components/users/InvitationLink';
import { RoleSelect } from '@/components/users/RoleSelect';
import { useAuth } from '@/hooks/useAuth';
import { useAuthForm } from '@/hooks/useAuthForm';
import { useInvite } from '@/hooks/useUsers';
import { emailField } from '@/lib/auth/fields';
import { rolesUpTo } from '@/lib/auth/roles';
import type { Role } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

const schema = z.object({ email: emailField });

/** Invites a user, and shows the link of the invitation if the server cannot send mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [role, setRole] = useState<Role>('USER');
  const [link, setLink] = useState<string>();
  const invite = useInvite();
  const form = useAuthForm({
    schema,
    defaults: { email: '' },
    send: async ({ email }) => {
      const answer = await invite.mutateAsync({ email, role });
      if (answer.link !== undefined) return setLink(answer.link);
      notify(t('authInvited', { email }));
      onClose();
    },
    fieldOf: { email_taken: 'email' },
    lostAnswer: t('authInviteLost'),
  });

  if (link !== undefined) return <InvitationLink link={link} onClose={onClose} />;
  return (
    <Modal title={t('authInvite')} description={t('authInviteText')} onClose={onClose}>
      <AuthForm form={form} action={t('authInviteSend')} busy={t('authInviteSending')}>
        <EmailField control={form.control} name="email" autoComplete="off" />
        <RoleSelect roles={rolesUpTo(user?.role ?? 'USER')} value={role} onChange={setRole} />
      </AuthForm>
    </Modal>
  );
}
