import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAuth } from '@/hooks/useAuth';
import { get, send } from '@/lib/api';
import { describeDevice } from '@/lib/auth/device';
import { t } from '@/lib/i18n';

/** A passkey of the user. Times are ISO 8601 timestamps. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether the passkey is synchronized between devices. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const passkeysKey = ['auth-passkeys'];
const path = '/api/auth/passkeys';

/** Loads the passkeys of the user, oldest first. */
export function usePasskeys() {
  return useQuery({ queryKey: passkeysKey, queryFn: () => get<Passkey[]>(path) });
}

/** Returns functions that change the passkeys of the user. */
export function usePasskeyChanges() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: passkeysKey });
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    add: useMutation({ mutationFn: addPasskey, onSuccess }),
    rename: useMutation({
      mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
        send<void>('PATCH', pathOf(id), { name }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => send<void>('DELETE', pathOf(id)),
      onSuccess,
    }),
  };
}

async function addPasskey(): Promise<Passkey> {
  const optionsJSON = await send<PublicKeyCredentialCreationOptionsJSON>('POST', `${path}/options`);
  const response = await startRegistration({ optionsJSON }).catch(explain);
  return send<Passkey>('POST', path, { name: describeDevice(navigator.userAgent), response });
}

/** Returns a function that signs in with a passkey. */
export function usePasskeySignIn() {
  const { enter } = useAuth();
  return useMutation({
    mutationFn: async () => {
      const optionsJSON = await send<PublicKeyCredentialRequestOptionsJSON>(
        'POST',
        `${path}/sign-in/options`,
      );
      const response = await startAuthentication({ optionsJSON }).catch(explain);
      await enter(`${path}/sign-in`, { response });
    },
  });
}

/** Replaces the error of a browser with a message for the user. */
function explain(error: unknown): never {
  const isKnown =
    error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  throw new Error(isKnown ? t('passkeyKnown') : t('passkeyCancelled'), { cause: error });
}
