import { useId, useState } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Copy } from '@/components/icons';
import { Modal } from '@/components/Modal';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { t } from '@/lib/i18n';

/** Shows the link of an invitation, to copy. It is shown only once. */
export function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const [error, setError] = useState<Error>();

  async function copy() {
    setError(undefined);
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch (cause) {
      setCopied(false);
      setError(new Error(t('authCopyFailed'), { cause }));
    }
  }

  return (
    <Modal
      title={t('authInvitationLink')}
      description={t('authInvitationLinkText')}
      onClose={onClose}
    >
      <div className="space-y-5">
        <div className="space-y-1.5">
          <label htmlFor={id} className="block text-sm font-medium">
            {t('authLink')}
          </label>
          <Input id={id} readOnly value={link} onFocus={({ target }) => target.select()} />
        </div>
        {/* Browsers allow copying only on secure pages. */}
        {'clipboard' in navigator && (
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            {isCopied ? t('authCopied') : t('authCopy')}
          </Button>
        )}
        <ErrorMessage error={error} />
        <p role="status" className="sr-only">
          {isCopied ? t('authCopied') : ''}
        </p>
      </div>
    </Modal>
  );
}
