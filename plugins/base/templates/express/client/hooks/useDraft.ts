import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { callerKey, useCaller } from '@/hooks/useCaller';
import { type Draft, keepDraft, takeDraft } from '@/lib/drafts';

interface DraftForm {
  /** Returns the unsaved values, or `undefined` without unsaved values. */
  unsaved: () => Omit<Draft, 'page' | 'userId'> | undefined;
  restore: (draft: Draft) => void;
}

/**
 * Keeps the unsaved values of a form if the session ends or the page is unloaded, and restores them
 * when the user opens the page again.
 */
export function useDraft(form: DraftForm): void {
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  const { data: caller } = useCaller();
  const userId = caller && (caller.userId ?? '');
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  useEffect(() => {
    const draft = userId === undefined ? undefined : takeDraft(page, userId);
    if (draft) latest.current.restore(draft);
  }, [page, userId]);

  // A layout effect ends before the inputs leave the page.
  useLayoutEffect(() => {
    if (userId === undefined) return;
    const user = userId;
    function keep() {
      const unsaved = latest.current.unsaved();
      if (unsaved) keepDraft({ page, userId: user, ...unsaved });
    }
    // A page restored from the back/forward cache still has its input.
    const drop = ({ persisted }: PageTransitionEvent) => persisted && takeDraft(page, user);
    addEventListener('pagehide', keep);
    addEventListener('pageshow', drop);
    return () => {
      removeEventListener('pagehide', keep);
      removeEventListener('pageshow', drop);
      // A user who is still signed in has left the page.
      const current = queryClient.getQueryData<{ userId: string | null }>(callerKey);
      if (user !== '' && current?.userId !== user) keep();
    };
  }, [page, userId, queryClient]);
}

/** Returns whether the value of a field may be stored: passwords are not. */
export function isStorable(name: string): boolean {
  return ![...document.getElementsByName(name)].some(
    (input) => input instanceof HTMLInputElement && input.type === 'password',
  );
}
