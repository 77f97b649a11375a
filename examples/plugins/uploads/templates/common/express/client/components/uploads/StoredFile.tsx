import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Trash2 } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { send } from '@/lib/api';
import { locale, t } from '@/lib/i18n';

interface StoredFileProps {
  file: { id: string; name: string; size: number };
  isRemovable: boolean;
  children?: ReactNode;
}

/** A row with a link to download a file, and a button to delete it. */
export function StoredFile({ file: { id, name, size }, isRemovable, children }: StoredFileProps) {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send<void>('DELETE', `/api/uploads/${id}`),
    onSuccess: async () => {
      setIsAsking(false);
      await queries.invalidateQueries({ queryKey: ['uploads'] });
    },
  });

  return (
    <li className="flex items-center gap-x-4 px-5 py-2">
      <div className="min-w-0 flex-1">
        <a
          href={`/api/uploads/${id}`}
          download={name}
          className="text-primary font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {name}
        </a>{' '}
        <span className="text-muted-foreground whitespace-nowrap">{formatSize(size)}</span>
        {children}
      </div>
      {isRemovable && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('uploadsDelete', { name })}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('uploadsQuestion')}
        description={t('uploadsForever', { name })}
        action={t('delete')}
        isBusy={isPending}
        error={error}
        onConfirm={() => mutate()}
        onClose={() => setIsAsking(false)}
      />
    </li>
  );
}

/** Formats a number of bytes: `1.2 MB`. */
export function formatSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}
