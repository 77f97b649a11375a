import { createContext, use } from 'react';
import type { User } from '@/lib/auth/user';

/** Why nobody is signed in any more: the session is over, or it was ended here or in another tab. */
export type Ending = 'expired' | 'here' | 'elsewhere';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Auth {
  /** Who is signed in; null if nobody is, or while it isn't known. */
  readonly user: User | null;
  /** Whether it isn't known yet who is signed in. */
  readonly isLoading: boolean;
  /** Why it could not be found out who is signed in. */
  readonly error: Error | null;
  /** How the last session came to its end, until somebody signs in. */
  readonly ending: Ending | undefined;
  /** Asks the server again who is signed in. */
  readonly retry: () => void;
  /** @throws ProblemError if the server refuses or can't be reached */
  readonly login: (credentials: Credentials) => Promise<void>;
  /** Makes an account and signs it in. @throws ProblemError as `login` does */
  readonly register: (account: Credentials & { readonly name?: string }) => Promise<void>;
  /**
   * Ends this session, in every tab; with `everywhere` all sessions of the user.
   * @throws ProblemError if the server can't be reached; the session lives on then
   */
  readonly logout: (options?: { readonly everywhere?: boolean }) => Promise<void>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

/** Who is signed in, and how to change that. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider around it');
  return auth;
}
