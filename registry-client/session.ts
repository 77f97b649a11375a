import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { isRefusal, signInHint, statusOf } from './failure.ts';
import { requireAllowed } from './registries.ts';
import { once, request } from './request.ts';
import type { ClientSettings } from './settings.ts';

const answerBytes = 64 * 1024;
/** Session responses are not cached. */
const fresh = { cache: undefined };

/** Credentials for signing in to a registry. */
export interface Credentials {
  readonly registry: string;
  readonly name: string;
  readonly password: string;
  /** One-time password, if the registry requires one. */
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
 * Signs in with a name and a password. The request is repeated in npm's second form if the registry reports that the
 * user already exists.
 *
 * @returns the session token
 * @throws RegistryError REGISTRY_UNAUTHORIZED if the credentials are wrong or a one-time password is missing,
 * REGISTRY_ANSWER_INVALID if the response has no token
 */
export async function signIn(credentials: Credentials, settings: ClientSettings): Promise<string> {
  const { registry, name, password } = credentials;
  const url = userUrl(registry, name);
  requireAllowed(new URL(url), settings);
  const id = `org.couchdb.user:${name}`;
  const body = { _id: id, name, password, type: 'user', roles: [], date: settings.now.toISOString() };
  // An existing token is not sent while signing in.
  const anonymous = { ...settings, npm: { ...settings.npm, credentials: new Map<string, string>() } };
  const send = sending(credentials, once(anonymous));
  const answer = await send(url, { method: 'PUT', body }).catch((error: unknown) => {
    if (isConflict(error)) return signInAsKnown(credentials, { settings: anonymous, body });
    throw error;
  });
  const { data } = tokenSchema.safeParse(answer);
  if (data !== undefined) return data.token;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${new URL(registry).host} returned no token`);
}

function userUrl(registry: string, name: string): string {
  return new URL(`-/user/${encodeURIComponent(`org.couchdb.user:${name}`)}`, registry).href;
}

type Body = Readonly<Record<string, unknown>>;
type Send = (url: string, how: { readonly method: 'GET' | 'PUT'; readonly body?: Body }) => Promise<unknown>;

function sending({ registry, name, otp }: Credentials, settings: ClientSettings): Send {
  const asked = { registry, what: `a token for ${name}`, answerBytes, signsIn: true } as const;
  return (url, how) =>
    request(asked, settings, (options) =>
      npmFetch.json(url, { ...options, ...fresh, ...how, ...(otp !== undefined && { otp }) }),
    );
}

/** Returns whether the registry already has the user and requires authentication before a change. */
function isConflict(error: unknown): boolean {
  return error instanceof RegistryError && statusOf(error.cause) === 409;
}

const documentSchema = z.looseObject({
  _rev: z
    .string()
    .regex(/^[\w.~+-]{1,200}$/u)
    .exactOptional(),
});

/**
 * Signs in an existing user as in CouchDB: the authenticated user saves a new revision of the user document. Other
 * registries have no revisions.
 */
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
    const message = `${host} accepted neither the credentials nor a new user`;
    throw new RegistryError('REGISTRY_UNAUTHORIZED', message, { cause: error });
  });
}

const whoamiSchema = z.object({ username: z.string().min(1).max(300) });

/**
 * Returns the current user's name.
 *
 * @returns `undefined` if the registry does not support the request
 * @throws RegistryError REGISTRY_UNAUTHORIZED if no user is signed in
 */
export async function whoAmI(registry: string, settings: ClientSettings): Promise<string | undefined> {
  const { host } = new URL(registry);
  const url = new URL('-/whoami', registry).href;
  const asked = { registry, what: 'your user name', answerBytes };
  const answer = await request(asked, settings, (options) => npmFetch.json(url, { ...options, ...fresh })).catch(
    (error: unknown) => {
      if (error instanceof RegistryError && error.code === 'REGISTRY_PACKAGE_NOT_FOUND') return undefined;
      throw error;
    },
  );
  if (answer === undefined) return undefined;
  const { data } = whoamiSchema.safeParse(answer);
  if (data !== undefined) return data.username;
  throw new RegistryError('REGISTRY_UNAUTHORIZED', `${host} does not recognize the credentials in your .npmrc`, {
    hint: signInHint(registry),
  });
}

/** A token to revoke. */
export interface Ended {
  readonly registry: string;
  readonly token: string;
}

/**
 * Revokes a token at the registry.
 *
 * @returns whether the registry accepted the request; some registries do not support revocation
 * @throws RegistryError if the registry is unreachable
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
