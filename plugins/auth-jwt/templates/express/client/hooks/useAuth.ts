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

/** A sign-in that waits for a second factor. */
export interface SecondStep {
  readonly challenge: string;
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
  /**
   * Sends a request that signs in, such as a login. If the server requires a second factor, sets
   * `secondStep` instead of the user.
   * @throws ProblemError if the server refuses or can't be reached
   */
  readonly enter: (path: string, body: object) => Promise<void>;
  /** The sign-in that waits for a second factor; `undefined` if no sign-in waits. */
  readonly secondStep: SecondStep | undefined;
  readonly setSecondStep: (step: SecondStep | undefined) => void;
  /** @throws ProblemError as `enter` does */
  readonly login: (credentials: Credentials) => Promise<void>;
  /**
   * Registers an account and signs in.
   * @throws ProblemError as `enter` does
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
