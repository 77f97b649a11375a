import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { isRefusal, statusOf } from './failure.ts';
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
 * Signs in with a name and a password, which are sent once; again, with what npm adds then, where the registry's first
 * answer is that it has such a user.
 *
 * @returns the token that stands for both from here on
 * @throws RegistryError REGISTRY_UNAUTHORIZED if they are wrong or a one-time password is missing,
 * REGISTRY_ANSWER_INVALID if no token comes back
 */
export async function signIn(credentials: Credentials, settings: ClientSettings): Promise<string> {
  const { registry, name, password } = credentials;
  const url = userUrl(registry, name);
  requireAllowed(new URL(url), settings);
  const id = `org.couchdb.user:${name}`;
  const body = { _id: id, name, password, type: 'user', roles: [], date: settings.now.toISOString() };
  // Nobody is signed in while signing in: an old token isn't shown.
  const anonymous = { ...settings, npm: { ...settings.npm, credentials: new Map<string, string>() } };
  const send = sending(credentials, once(anonymous));
  const answer = await send(url, { method: 'PUT', body }).catch((error: unknown) => {
    if (isConflict(error)) return signInAsKnown(credentials, { settings: anonymous, body });
    throw error;
  });
  const { data } = tokenSchema.safeParse(answer);
  if (data !== undefined) return data.token;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${new URL(registry).host} gives no token to who signs in`);
}

function userUrl(registry: string, name: string): string {
  return new URL(`-/user/${encodeURIComponent(`org.couchdb.user:${name}`)}`, registry).href;
}

type Body = Readonly<Record<string, unknown>>;
type Send = (url: string, how: { readonly method: 'GET' | 'PUT'; readonly body?: Body }) => Promise<unknown>;

function sending({ registry, name, otp }: Credentials, settings: ClientSettings): Send {
  const asked = { registry, what: `a token for ${name}`, answerBytes };
  return (url, how) =>
    request(asked, settings, (options) =>
      npmFetch.json(url, { ...options, ...fresh, ...how, ...(otp !== undefined && { otp }) }),
    );
}

/** The registry has the user, and wants the password where it belongs before it changes what it has. */
function isConflict(error: unknown): boolean {
  return error instanceof RegistryError && statusOf(error.cause) === 409;
}

const documentSchema = z.looseObject({
  _rev: z
    .string()
    .regex(/^[\w.~+-]{1,200}$/u)
    .exactOptional(),
});

/** As CouchDB has it: a new revision of the user's document, by the user. Registries that only look like it have none. */
async function signInAsKnown(
  credentials: Credentials,
  { settings, body }: { readonly settings: ClientSettings; readonly body: Body },
): Promise<unknown> {
  const { registry, name, password } = credentials;
  const { host, pathname } = new URL(registry);
  const basic = new Map([
    [`//${host}${pathname}:username`, name],
    [`//${host}${pathname}:_password`, Buffer.from(password).toString('base64')],
  ]);
  const send = sending(credentials, once({ ...settings, npm: { ...settings.npm, credentials: basic } }));
  const url = userUrl(registry, name);
  const { data = {} } = documentSchema.safeParse(await send(`${url}?write=true`, { method: 'GET' }));
  const { _rev: revision, roles = [] } = data;
  const place = revision === undefined ? url : `${url}/-rev/${revision}`;
  return send(place, { method: 'PUT', body: { ...data, ...body, roles } }).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
    const message = `${host} takes neither the name and the password nor somebody new`;
    throw new RegistryError('REGISTRY_UNAUTHORIZED', message, { cause: error });
  });
}

const whoamiSchema = z.object({ username: z.string().min(1).max(300) });

/**
 * Whom a registry takes the user for.
 *
 * @returns nothing where the registry doesn't say, as not all of them do
 * @throws RegistryError REGISTRY_UNAUTHORIZED if for nobody
 */
export async function whoAmI(registry: string, settings: ClientSettings): Promise<string | undefined> {
  const { host } = new URL(registry);
  const url = new URL('-/whoami', registry).href;
  const asked = { registry, what: 'your name', answerBytes };
  const answer = await request(asked, settings, (options) => npmFetch.json(url, { ...options, ...fresh })).catch(
    (error: unknown) => {
      if (error instanceof RegistryError && error.code === 'REGISTRY_PACKAGE_NOT_FOUND') return undefined;
      throw error;
    },
  );
  if (answer === undefined) return undefined;
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
      if (isRefusal(error)) return false;
      throw error;
    }
  });
}
