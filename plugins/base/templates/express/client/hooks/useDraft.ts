import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { callerKey, useCaller } from '@/hooks/useCaller';
import { type Draft, keepDraft, takeDraft } from '@/lib/drafts';

interface DraftForm {
  /** Returns the unsaved values, or `undefined` without unsaved values. */
  unsaved: () => Pick<Draft, 'values' | 'seen'> | undefined;
  restore: (draft: Draft) => void;
}

/** Keeps the unsaved values of a form if the session ends, and restores them after the sign-in. */
export function useDraft(form: DraftForm): void {
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const userId = useCaller().data?.userId ?? undefined;
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  useEffect(() => {
    if (userId === undefined) return;
    const draft = takeDraft(page, userId);
    if (draft) latest.current.restore(draft);
    return () => {
      // A user who is still signed in has left the page.
      const caller = queryClient.getQueryData<{ userId: string | null }>(callerKey);
      const unsaved = caller?.userId === userId ? undefined : latest.current.unsaved();
      if (unsaved) keepDraft({ page, userId, ...unsaved });
    };
  }, [page, userId, queryClient]);
}
