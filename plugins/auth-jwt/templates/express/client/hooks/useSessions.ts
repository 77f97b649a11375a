import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, send } from '@/lib/api';

/** A session of the user. Times are ISO 8601 timestamps. */
export interface Session {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Whether this is the current session. */
  readonly current: boolean;
}

export const sessionsKey = ['auth-sessions'];

/** Loads the user’s sessions, newest first. */
export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => get<Session[]>('/api/auth/sessions') });
}

/** Ends a session by id; with `others`, ends all sessions except the current one. */
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
