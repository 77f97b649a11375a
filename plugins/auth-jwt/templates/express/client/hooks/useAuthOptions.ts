import { useQuery } from '@tanstack/react-query';
import { get } from '@/lib/api';

/** How visitors can create an account and sign in. */
export interface AuthOptions {
  readonly registration: 'open' | 'private' | 'invited';
  readonly verifyEmail: 'off' | 'required';
  /** Whether users can sign in with a link in a mail. */
  readonly magicLink: 'on' | 'off';
}

const defaults: AuthOptions = { registration: 'open', verifyEmail: 'off', magicLink: 'off' };

/**
 * Loads the settings that the pages for visitors depend on; `undefined` while they load. Without an
 * answer, the pages use the defaults, because the server enforces the settings.
 */
export function useAuthOptions(): AuthOptions | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['auth-options'],
    queryFn: () => get<AuthOptions>('/api/auth/options'),
    staleTime: Infinity,
    retry: false,
  });
  return isPending ? undefined : (data ?? defaults);
}
