import { z } from 'zod';
import { AuthForm } from '@/components/auth/AuthForm';
import { LineField } from '@/components/auth/LineField';
import { Modal } from '@/components/Modal';
import { useAuthForm } from '@/hooks/useAuthForm';
import { type Passkey, usePasskeyChanges } from '@/hooks/usePasskeys';
import { t } from '@/lib/i18n';

const schema = z.object({ name: z.string().trim().min(1).max(100) });

interface RenamePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
}

/** Renders a dialog that renames a passkey. */
export function RenamePasskey({ passkey: { id, name }, onClose }: RenamePasskeyProps) {
  const { rename } = usePasskeyChanges();
  const form = useAuthForm({
    schema,
    defaults: { name },
    send: async (values) => {
      await rename.mutateAsync({ id, ...values });
      onClose();
    },
    lostAnswer: t('passkeyRenameLost'),
  });

  return (
    <Modal title={t('passkeyRenameOne', { name })} onClose={onClose}>
      <AuthForm form={form} action={t('passkeyRename')} busy={t('passkeyRenaming')}>
        <LineField
          control={form.control}
          name="name"
          label={t('passkeyName')}
          autoComplete="off"
          required
        />
      </AuthForm>
    </Modal>
  );
}
