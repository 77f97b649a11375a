import { createContext, use } from 'react';
import type { User } from '@/lib/auth/user';

/**
 * Why the user was signed out: the session expired, or the user signed out here or in another tab.
 */
export type Ending = 'expired' | 'here' | 'elsewhere';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Auth {
  /** The current user; `null` for visitors and while the user is loading. */
  readonly user: User | null;
  /** Whether the user is still loading. */
  readonly isLoading: boolean;
  /** Why the user could not be loaded. */
  readonly error: Error | null;
  /** How the last session ended; `undefined` after the next sign-in. */
  readonly ending: Ending | undefined;
  /** Loads the user again. */
  readonly retry: () => void;
  /** @throws ProblemError if the server refuses or can't be reached */
  readonly login: (credentials: Credentials) => Promise<void>;
  /**
   * Registers an account and signs in.
   * @throws ProblemError as `login` does
   */
  readonly register: (account: Credentials & { readonly name?: string }) => Promise<void>;
  /**
   * Ends this session in every tab; with `everywhere`, ends all sessions of the user.
   * @throws ProblemError if the server can't be reached; the session is then still active
   */
  readonly logout: (options?: { readonly everywhere?: boolean }) => Promise<void>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

/** Returns the current user and functions to sign in and out. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider around it');
  return auth;
}
