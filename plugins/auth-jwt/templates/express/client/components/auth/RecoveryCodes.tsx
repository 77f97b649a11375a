import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { appName } from '@/lib/app';
import { download } from '@/lib/download';
import { t } from '@/lib/i18n';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new recovery codes. The server does not send them again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  function save() {
    const text = [appName, ...codes, ''].join('\n');
    download(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
  }

  return (
    <div className="bg-card space-y-4 rounded-xl border p-5">
      <h3 ref={title} tabIndex={-1} className="font-semibold outline-none">
        {t('authRecoveryCodes')}
      </h3>
      <p className="text-muted-foreground text-sm">{t('authRecoveryCodesText')}</p>
      <ul className="grid gap-x-6 gap-y-1 font-mono text-sm md:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={save}>
          {t('authDownload')}
        </Button>
        <Button onClick={onDone}>{t('authCodesSaved')}</Button>
      </div>
    </div>
  );
}
