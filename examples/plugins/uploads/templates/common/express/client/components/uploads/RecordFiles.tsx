import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Plus } from '@/components/icons';
import { StoredFile } from '@/components/uploads/StoredFile';
import { Button } from '@/components/ui/button';
import { maxMegabytes } from '@/data/uploads.json';
import { useCaller } from '@/hooks/useCaller';
import { get, send } from '@/lib/api';
import { t } from '@/lib/i18n';
import type { RecordSlotProps } from '@/lib/slots';

interface RecordFile {
  id: string;
  name: string;
  size: number;
  isRemovable: boolean;
}

/** The files of a record. Users who are signed in can add files. */
export default function RecordFiles({ resource, record }: RecordSlotProps) {
  const heading = useId();
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const mayAdd = (useCaller().data?.userId ?? null) !== null;
  const place = new URLSearchParams({ path: resource.path, record: record.id }).toString();
  const queryKey = ['uploads', place];
  const files = useQuery({
    queryKey,
    queryFn: ({ signal }) => get<RecordFile[]>(`/api/uploads?${place}`, signal),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxMegabytes * 1_000_000) {
        throw new Error(t('uploadsTooLarge', { size: maxMegabytes }));
      }
      const name = new URLSearchParams({ name: file.name }).toString();
      await send('POST', `/api/uploads?${place}&${name}`, file);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });

  return (
    <section aria-labelledby={heading} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} className="text-lg font-semibold">
          {t('uploadsTitle')}
        </h2>
        {mayAdd && (
          <Button
            variant="outline"
            size="sm"
            disabled={isPending}
            onClick={() => input.current?.click()}
          >
            <Plus aria-hidden />
            {t('uploadsAdd')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('uploadsAdd')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) mutate(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      <ErrorMessage error={error ?? files.error} />
      {files.data?.length === 0 && (
        <p className="text-muted-foreground text-sm">{t('uploadsNone')}</p>
      )}
      {files.data && files.data.length > 0 && (
        <ul className="bg-card divide-y rounded-xl border text-sm">
          {files.data.map((file) => (
            <StoredFile key={file.id} file={file} isRemovable={file.isRemovable} />
          ))}
        </ul>
      )}
    </section>
  );
}
