import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, send } from '@/lib/api';

/** One place where the user is signed in; times are ISO 8601 instants. */
export interface Session {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

export const sessionsKey = ['auth-sessions'];

/** Where the user is signed in, newest first. */
export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => get<Session[]>('/api/auth/sessions') });
}

/** Ends a session of the user by its id, or with `others` all but the one that asks. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => {
      const which = id === 'others' ? '' : `/${encodeURIComponent(id)}`;
      return send<void>('DELETE', `/api/auth/sessions${which}`);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
