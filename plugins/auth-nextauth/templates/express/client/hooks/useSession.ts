import { useAuth } from '@/hooks/useAuth';
import type { User } from '@/lib/auth/user';

/** The session of the browser, in the form of NextAuth. */
export interface SessionState {
  readonly data: { readonly user: User } | null;
  readonly status: 'loading' | 'authenticated' | 'unauthenticated';
}

/** Returns the current session. It has the same user as `useAuth`. */
export function useSession(): SessionState {
  const { user, isLoading } = useAuth();
  if (isLoading) return { data: null, status: 'loading' };
  return user
    ? { data: { user }, status: 'authenticated' }
    : { data: null, status: 'unauthenticated' };
}
