import { codeAt, currentStep } from '../../server/lib/auth/totp-codes';
import { password, useAuthApi } from './support';

/** Returns the bytes of a base32 string. */
function bytesOf(text: string): Buffer {
  const digits = Array.from(text, (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code that an app shows `steps` steps after now. */
export function codeOf(secret: string, steps = 0): string {
  return codeAt(bytesOf(secret), currentStep() + steps);
}

interface Factors {
  readonly secret: string;
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
  readonly secondFactor: readonly string[];
  readonly challenge: string;
}

/** Returns functions that send requests about second factors. */
export function useTotpApi() {
  const api = useAuthApi();

  async function send(...request: Parameters<typeof api.send>) {
    const answer = await api.send(...request);
    return { ...answer, body: answer.body as typeof answer.body & Factors };
  }

  /** Registers a user with an authenticator app. The code of the previous step is used. */
  async function registerWithTotp() {
    const person = await api.register();
    const { headers } = person;
    const { secret } = (await send('totp/setup', { method: 'POST', headers })).body;
    const confirmed = await send('totp/confirm', { headers, body: { code: codeOf(secret, -1) } });
    return { ...person, secret, recoveryCodes: confirmed.body.recoveryCodes };
  }

  /** Proves the password. */
  const login = (email: string) => send('login', { body: { email, password } });

  /** Proves the second factor. */
  const second = (challenge: string, code: string) =>
    send('login/second', { body: { challenge, code } });

  return { send, registerWithTotp, login, second, register: api.register };
}
