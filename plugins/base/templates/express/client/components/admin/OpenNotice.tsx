import { resources } from '@/generated/resources';
import { t } from '@/lib/i18n';

/** Tells administrators which records every visitor can change, because no access rule is set. */
export function OpenNotice() {
  const open = resources.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return null;
  return (
    <p
      role="note"
      className="border-destructive/40 bg-destructive/10 mb-6 max-w-prose rounded-md border px-4 py-3 text-sm"
    >
      {t('openRecords', { names: open.map(({ plural }) => plural).join(', ') })}{' '}
      {t('openRecordsText')
        .split('`')
        .map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>))}
    </p>
  );
}
