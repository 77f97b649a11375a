import { randomInt } from 'node:crypto';
import { testUser } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';
import { createAuthenticator } from './authenticator';

// Trusts one proxy, so that each request has its own address.
env.TRUST_PROXY = 1;

interface Body extends Problem {
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly id: string;
  readonly accessToken: string;
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns functions that send requests about passkeys. */
export function usePasskeyApi() {
  const api = useApi();

  /** Sends a request to a path below `/api/auth`. */
  function send(path: string, { method = 'POST', body, headers }: RequestOptions = {}) {
    return api.request<Body>(`/api/auth/${path}`, {
      method,
      headers: {
        'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Begins a registration. */
  const registrationOptions = async (headers: Readonly<Record<string, string>>) =>
    (await send('passkeys/options', { headers })).body;

  /** Begins a sign-in. */
  const signInOptions = async () => (await send('passkeys/sign-in/options')).body;

  const signIn = (response: object) => send('passkeys/sign-in', { body: { response } });

  /** Registers a passkey for a session. */
  async function add(headers: Readonly<Record<string, string>>, name = 'Phone') {
    const authenticator = createAuthenticator();
    const response = authenticator.create(await registrationOptions(headers));
    const answer = await send('passkeys', { headers, body: { name, response } });
    return { authenticator, answer };
  }

  /** Creates a user with a session and a passkey. */
  async function userWithPasskey() {
    const user = await testUser();
    const { authenticator, answer } = await add(user.headers);
    return { ...user, authenticator, passkeyId: answer.body.id };
  }

  return { send, registrationOptions, signInOptions, signIn, add, userWithPasskey };
}

/** Gives a user a stored password, which counts as a way to sign in. */
export async function givePassword(id: string): Promise<void> {
  await db.user.update({ where: { id }, data: { password: 'a hash' } });
}
