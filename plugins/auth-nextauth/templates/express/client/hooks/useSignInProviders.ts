import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, send } from '@/lib/api';

/** A provider to sign in with. */
export interface SignInProvider {
  readonly id: string;
  readonly name: string;
}

/** A connected account of a provider. Times are ISO 8601 timestamps. */
export interface ConnectedAccount {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly email: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

interface ConnectedAccounts {
  readonly accounts: readonly ConnectedAccount[];
  readonly canLink: boolean;
}

const accountsKey = ['auth-nextauth-accounts'];

/** Loads the configured providers. They change only with a new start of the server. */
export function useSignInProviders() {
  return useQuery({
    queryKey: ['auth-nextauth-providers'],
    queryFn: async () =>
      Object.values(await get<Record<string, SignInProvider>>('/api/auth/providers')),
    staleTime: Infinity,
  });
}

/** Loads the connected accounts of the user. */
export function useConnectedAccounts() {
  return useQuery({
    queryKey: accountsKey,
    queryFn: () => get<ConnectedAccounts>('/api/auth/accounts'),
  });
}

/** Disconnects an account by id. */
export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      send<void>('DELETE', `/api/auth/accounts/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountsKey }),
  });
}
