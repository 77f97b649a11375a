import type { ClientSettings } from '../../../registry-client/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';
import { nearestRoot } from '../../project/open.ts';
import { readPolicies, validPoliciesOnly } from '../../engine/policy/inspect.ts';
import { placeOrPublic, type RegistryTarget, type PlaceRequest } from '../../engine/packages/find-registry.ts';
import { asGenlockErrors, homeOf, npmEnvironment, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** At which registry. */
export interface SessionRequest {
  /** Absolute; the policies that apply there hold. */
  readonly cwd: string;
  /** An address; that of the scope, or the default one, if absent. */
  readonly registry?: string | undefined;
  /** `@acme`; signing in binds it to the registry. */
  readonly scope?: string | undefined;
}

/** What somebody signs in with. */
export interface LoginRequest extends SessionRequest {
  readonly user?: string | undefined;
  /** What is asked for is a token somebody made at the registry, not a password. */
  readonly token: boolean;
  readonly otp?: string | undefined;
}

export interface SessionPorts extends Pick<PackagePorts, 'env' | 'clock'> {
  /** Asks for a name at a registry, which is shown: who named none may mean another one. */
  readonly askName: (registry: string) => Promise<string>;
  /** Asks for a password or a token, which nobody may see. */
  readonly askSecret: (what: 'password' | 'token', registry: string) => Promise<string>;
}

/** Who is signed in where, as data; `--json` prints exactly this. */
export interface SessionResult {
  readonly registry: string;
  /** Absent where the registry doesn't say. */
  readonly user?: string;
}

/** The same, and where the token is kept. */
export interface LoginResult extends SessionResult {
  /** The user's `.npmrc`, absolute. */
  readonly file: string;
}

/**
 * Signs in at a registry and keeps the token in the user's `.npmrc`, where npm finds it too. Never in a project's.
 *
 * @throws GenlockError REGISTRY_…, POLICY_…; REGISTRY_NOT_ALLOWED before anything is asked for
 */
export async function login(request: LoginRequest, ports: SessionPorts): Promise<LoginResult> {
  return asGenlockErrors(async () => {
    const { changeNpmrc, signIn, tokenKey, whoAmI } = await import('../../../registry-client/index.ts');
    const { requireAllowed } = await import('../../../registry-client/registries.ts');
    const { registry, settings } = await placeOf(request, ports);
    // Nobody is asked for a secret that mayn't go there.
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

/** Who has just given a password or a token that isn't taken needn't be told to sign in. */
async function given<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asGenlockErrors(ask);
  } catch (error) {
    if (!(error instanceof GenlockError) || error.code !== 'REGISTRY_UNAUTHORIZED') throw error;
    const hint = 'Check what you gave; where a one-time password is wanted, give it with --otp.';
    throw new GenlockError({ code: error.code, message: error.message, hint }, { cause: error });
  }
}

/** What became of a session; `--json` prints exactly this. */
export interface LogoutResult extends LoginResult {
  /** Whether the registry took the token back, too; one that doesn't can still be used by whoever has it. */
  readonly revoked: boolean;
}

/**
 * Gives a token back and takes it out of the user's `.npmrc`; that, even where the registry can't or mayn't be reached.
 * Who can't rely on a policy doesn't know whether it may be, and asks nobody.
 *
 * @throws GenlockError REGISTRY_UNAUTHORIZED if there is none
 */
export async function logout(
  request: SessionRequest,
  ports: Pick<SessionPorts, 'env' | 'clock'>,
): Promise<LogoutResult> {
  return asGenlockErrors(async () => {
    const { changeNpmrc, RegistryError, signOut, tokenKey } = await import('../../../registry-client/index.ts');
    const read = readPolicies({ cwd: request.cwd, root: nearestRoot(request.cwd) }, ports);
    const isSound = read.every(({ problems }) => problems.length === 0);
    const { registry, settings } = await placeOf(request, ports, { policy: validPoliciesOnly(read, ports) });
    const token = settings.npm.credentials.get(tokenKey(registry));
    if (token === undefined) {
      throw new RegistryError('REGISTRY_UNAUTHORIZED', `your .npmrc has no token for ${registry}`);
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

/** Asks a registry whom it takes the user for. @throws GenlockError REGISTRY_UNAUTHORIZED if for nobody */
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
 * A registry that was typed may be reached as far as policies allow it. What a project says doesn't count: a password
 * must not go where something that was cloned sends it.
 */
function placeOf(
  { cwd, registry, scope }: SessionRequest,
  ports: Pick<SessionPorts, 'env' | 'clock'>,
  known: Pick<PlaceRequest, 'policy'> = {},
): Promise<RegistryTarget> {
  requireScope(scope);
  return placeOrPublic({ cwd, registry, name: scope, asksProject: false, ...known }, ports);
}

/** What is no scope would be bound to nothing, and its names asked for elsewhere. @throws GenlockError USAGE */
function requireScope(scope: string | undefined): void {
  if (scope === undefined || /^@[a-z0-9~-][a-z0-9._~-]*$/u.test(scope)) return;
  const message = `${JSON.stringify(scope)} is no scope: that is "@" and a name in lower case, such as "@acme".`;
  throw new GenlockError({ code: 'USAGE', message });
}

function withToken(
  settings: ClientSettings,
  { key, token }: { readonly key: string; readonly token: string },
): ClientSettings {
  return { ...settings, npm: { ...settings.npm, credentials: new Map([[key, token]]) } };
}

async function userFile(cwd: string, env: PackagePorts['env']): Promise<string> {
  const { userNpmrc } = await import('../../../registry-client/index.ts');
  return userNpmrc({ env: await npmEnvironment(cwd, env), home: homeOf(env) });
}
