import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Button } from '@/components/ui/button';
import { send } from '@/lib/api';
import { t } from '@/lib/i18n';

export function DeletePost({ id, title }: { id: string; title: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send<void>('DELETE', `/api/blog/drafts/${id}`),
    onSuccess: async () => {
      await navigate('/admin/blog');
      await queries.invalidateQueries({ queryKey: ['blog'] });
    },
  });

  return (
    <>
      <Button variant="destructive" onClick={() => setIsAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('blogDeleteQuestion')}
        description={t('blogForever', { title })}
        action={t('delete')}
        isBusy={isPending}
        error={error}
        onConfirm={() => mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
