import npmFetch from 'npm-registry-fetch';
import { z } from 'zod';
import { RegistryError } from './errors.ts';
import { requireAllowed } from './registries.ts';
import { once, request } from './request.ts';
import type { ClientSettings } from './settings.ts';

const answerBytes = 64 * 1024;
/** Who somebody is isn't kept. */
const fresh = { cache: undefined };

/** Who wants to be somebody at a registry. */
export interface Credentials {
  readonly registry: string;
  readonly name: string;
  readonly password: string;
  /** A one-time password, where the registry wants one. */
  readonly otp?: string | undefined;
}

const tokenSchema = z.object({
  token: z
    .string()
    .min(1)
    .max(16_384)
    .regex(/^[!-~]+$/u),
});

/**
 * Signs in with a name and a password, which are sent once.
 *
 * @returns the token that stands for both from here on
 * @throws RegistryError REGISTRY_UNAUTHORIZED if they are wrong or a one-time password is missing,
 * REGISTRY_ANSWER_INVALID if no token comes back
 */
export async function signIn(
  { registry, name, password, otp }: Credentials,
  settings: ClientSettings,
): Promise<string> {
  const id = `org.couchdb.user:${name}`;
  const url = new URL(`-/user/${encodeURIComponent(id)}`, registry);
  requireAllowed(url, settings);
  const body = { _id: id, name, password, type: 'user', roles: [], date: settings.now.toISOString() };
  // Nobody is signed in while signing in: an old token isn't shown.
  const anonymous = { ...settings, npm: { ...settings.npm, credentials: new Map() } };
  const asked = { registry, what: `a token for ${name}`, answerBytes };
  const answer = await request(asked, once(anonymous), (options) =>
    npmFetch.json(url.href, { ...options, ...fresh, method: 'PUT', body, ...(otp !== undefined && { otp }) }),
  );
  const { data } = tokenSchema.safeParse(answer);
  if (data !== undefined) return data.token;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${new URL(registry).host} gives no token to who signs in`);
}

const whoamiSchema = z.object({ username: z.string().min(1).max(300) });

/**
 * Whom a registry takes the user for.
 *
 * @throws RegistryError REGISTRY_UNAUTHORIZED if for nobody
 */
export async function whoAmI(registry: string, settings: ClientSettings): Promise<string> {
  const { host } = new URL(registry);
  const url = new URL('-/whoami', registry).href;
  const asked = { registry, what: 'your name', answerBytes };
  const answer = await request(asked, settings, (options) => npmFetch.json(url, { ...options, ...fresh }));
  const { data } = whoamiSchema.safeParse(answer);
  if (data !== undefined) return data.username;
  throw new RegistryError('REGISTRY_UNAUTHORIZED', `${host} knows nobody by what your .npmrc says`);
}

/** A token that was given up. */
export interface Ended {
  readonly registry: string;
  readonly token: string;
}

/**
 * Tells a registry that a token is over.
 *
 * @returns whether it took that; not all of them do
 * @throws RegistryError if it can't be reached
 */
export async function signOut({ registry, token }: Ended, settings: ClientSettings): Promise<boolean> {
  const url = new URL(`-/user/token/${encodeURIComponent(token)}`, registry).href;
  const asked = { registry, what: 'the end of your token', answerBytes };
  return request(asked, once(settings), async (options) => {
    try {
      await npmFetch(url, { ...options, ...fresh, method: 'DELETE', ignoreBody: true });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && /^E4(?!29)\d\d$/u.test(String(error.code))) return false;
      throw error;
    }
  });
}
