import type { ClientSettings } from '../../../registry-client/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';
import { nearestRoot } from '../../project/open.ts';
import { readPolicies, validPoliciesOnly } from '../../engine/policy/inspect.ts';
import { findRegistryOrPublic, type RegistryTarget, type RegistryQuery } from '../../engine/packages/find-registry.ts';
import { asGenlockErrors, homeOf, npmEnvironment, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** Registry of a session. */
export interface SessionRequest {
  /** Absolute path. The policies of this folder apply. */
  readonly cwd: string;
  /** Registry URL. Default: the registry of the scope, otherwise the default registry. */
  readonly registry?: string | undefined;
  /** Scope such as `@acme`. Signing in binds it to the registry. */
  readonly scope?: string | undefined;
}

/** Options of `genlock login`. */
export interface LoginRequest extends SessionRequest {
  readonly user?: string | undefined;
  /** Prompt for an existing token instead of a password. */
  readonly token: boolean;
  readonly otp?: string | undefined;
}

export interface SessionPorts extends Pick<PackagePorts, 'env' | 'clock'> {
  /** Prompts for a user name and shows the registry. */
  readonly askName: (registry: string) => Promise<string>;
  /** Prompts for a password or a token with hidden input. */
  readonly askSecret: (what: 'password' | 'token', registry: string) => Promise<string>;
}

/** Current user of a registry; `--json` prints exactly this object. */
export interface SessionResult {
  readonly registry: string;
  /** Absent if the registry does not report it. */
  readonly user?: string;
}

/** Session result with the location of the token. */
export interface LoginResult extends SessionResult {
  /** The user's `.npmrc`, absolute. */
  readonly file: string;
}

/**
 * Signs in to a registry and stores the token in the user's `.npmrc`, never in a project's. npm uses this token too.
 *
 * @throws GenlockError REGISTRY_…, POLICY_…; REGISTRY_NOT_ALLOWED before any prompt
 */
export async function login(request: LoginRequest, ports: SessionPorts): Promise<LoginResult> {
  return asGenlockErrors(async () => {
    const { changeNpmrc, signIn, tokenKey, whoAmI } = await import('../../../registry-client/index.ts');
    const { requireAllowed } = await import('../../../registry-client/registries.ts');
    const { registry, settings } = await placeOf(request, ports);
    // Check before prompting for a secret that must not be sent to this registry.
    requireAllowed(new URL(registry), settings);
    const name = request.token ? undefined : (request.user ?? (await ports.askName(registry)));
    const secret = await ports.askSecret(request.token ? 'token' : 'password', registry);
    keepSecret(secret);
    if (name !== undefined) keepSecret(`${name}:${secret}`);
    const { otp } = request;
    if (otp !== undefined) keepSecret(otp);
    const token =
      name === undefined ? secret : await given(() => signIn({ registry, name, password: secret, otp }, settings));
    keepSecret(token);
    const user = name ?? (await given(() => whoAmI(registry, withToken(settings, { key: tokenKey(registry), token }))));
    const file = await userFile(request.cwd, ports.env);
    const bound = request.scope === undefined ? {} : { [`${request.scope}:registry`]: registry };
    changeNpmrc(file, { ...bound, [tokenKey(registry)]: token });
    return { registry, ...(user !== undefined && { user }), file };
  });
}

/** Replaces the hint to sign in if the registry rejects the given password or token. */
async function given<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asGenlockErrors(ask);
  } catch (error) {
    if (!(error instanceof GenlockError) || error.code !== 'REGISTRY_UNAUTHORIZED') throw error;
    const hint = 'Check the user name and password or token. If a one-time password is required, pass --otp.';
    throw new GenlockError({ code: error.code, message: error.message, hint }, { cause: error });
  }
}

/** Result of `genlock logout`; `--json` prints exactly this object. */
export interface LogoutResult extends LoginResult {
  /** Whether the registry revoked the token. Otherwise a leaked token remains valid. */
  readonly revoked: boolean;
}

/**
 * Revokes a token and removes it from the user's `.npmrc`, even if the registry is unreachable or denied. If a policy
 * is invalid, no request is sent.
 *
 * @throws GenlockError REGISTRY_UNAUTHORIZED if no token is stored
 */
export async function logout(
  request: SessionRequest,
  ports: Pick<SessionPorts, 'env' | 'clock'>,
): Promise<LogoutResult> {
  return asGenlockErrors(async () => {
    const { changeNpmrc, RegistryError, signOut, tokenKey } = await import('../../../registry-client/index.ts');
    const read = await readPolicies({ cwd: request.cwd, root: nearestRoot(request.cwd), network: false }, ports);
    const isSound = read.every(({ problems }) => problems.length === 0);
    const { registry, settings } = await placeOf(request, ports, { policy: validPoliciesOnly(read, ports) });
    const token = settings.npm.credentials.get(tokenKey(registry));
    if (token === undefined) {
      const hint = 'You are not signed in at this registry.';
      throw new RegistryError('REGISTRY_UNAUTHORIZED', `your .npmrc has no token for ${registry}`, { hint });
    }
    const ended = isSound ? signOut({ registry, token }, settings) : Promise.resolve(false);
    const revoked = await ended.catch((error: unknown) => {
      if (error instanceof RegistryError) return false;
      throw error;
    });
    const file = await userFile(request.cwd, ports.env);
    changeNpmrc(file, { [tokenKey(registry)]: undefined });
    return { registry, file, revoked };
  });
}

/** Requests the current user from a registry. @throws GenlockError REGISTRY_UNAUTHORIZED if not signed in */
export async function whoami(
  request: SessionRequest,
  ports: Pick<SessionPorts, 'env' | 'clock'>,
): Promise<SessionResult> {
  return asGenlockErrors(async () => {
    const { whoAmI } = await import('../../../registry-client/index.ts');
    const { forName } = await import('../../../registry-client/registries.ts');
    const { registry, settings } = await placeOf(request, ports);
    const user = await whoAmI(registry, forName(request.scope ?? '', settings));
    return { registry, ...(user !== undefined && { user }) };
  });
}

/**
 * Returns the registry of a session. Project settings are ignored, so that a cloned project cannot redirect a password.
 * Policies apply.
 */
function placeOf(
  { cwd, registry, scope }: SessionRequest,
  ports: Pick<SessionPorts, 'env' | 'clock'>,
  known: Pick<RegistryQuery, 'policy'> = {},
): Promise<RegistryTarget> {
  requireScope(scope);
  return findRegistryOrPublic({ cwd, registry, name: scope, asksProject: false, ...known }, ports);
}

/** Checks that a scope is valid. An invalid scope would never match a package name. @throws GenlockError USAGE */
function requireScope(scope: string | undefined): void {
  if (scope === undefined || /^@[a-z0-9~-][a-z0-9._~-]*$/u.test(scope)) return;
  const message = `${JSON.stringify(scope)} is not a scope. A scope is "@" and a name in lower case, such as "@acme".`;
  throw new GenlockError({ code: 'USAGE', message });
}

function withToken(
  settings: ClientSettings,
  { key, token }: { readonly key: string; readonly token: string },
): ClientSettings {
  return { ...settings, npm: { ...settings.npm, credentials: new Map([[key, token]]), credentialFiles: new Map() } };
}

async function userFile(cwd: string, env: PackagePorts['env']): Promise<string> {
  const { userNpmrc } = await import('../../../registry-client/index.ts');
  return userNpmrc({ env: await npmEnvironment(cwd, env), home: homeOf(env) });
}
