import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, send } from '@/lib/api';

/** The second factor of the user. */
export interface Totp {
  readonly enabled: boolean;
  /** The number of unused recovery codes. */
  readonly recoveryCodes: number;
}

/** A new secret for an authenticator app. */
export interface TotpSecret {
  readonly secret: string;
  /** The content of the QR code. */
  readonly uri: string;
}

interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

const totpKey = ['auth-totp'];

/** Loads the second factor of the user. */
export function useTotp() {
  return useQuery({ queryKey: totpKey, queryFn: () => get<Totp>('/api/auth/totp') });
}

/** Returns functions that change the second factor of the user. */
export function useTotpChanges() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: totpKey });
  return {
    setUp: useMutation({ mutationFn: () => send<TotpSecret>('POST', '/api/auth/totp/setup') }),
    renewCodes: useMutation({
      mutationFn: () => send<RecoveryCodes>('POST', '/api/auth/totp/recovery-codes'),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: () => send<void>('DELETE', '/api/auth/totp'), onSuccess }),
    /** Confirms the secret with a code. Returns the recovery codes. */
    async confirm(code: string): Promise<readonly string[]> {
      const answer = await send<RecoveryCodes>('POST', '/api/auth/totp/confirm', { code });
      await onSuccess();
      return answer.recoveryCodes;
    },
  };
}
