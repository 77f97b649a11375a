import { RegistryError } from './errors.ts';
import { isPlain, isSecure, isWithin, registryUrl } from './origins.ts';
import { publicRegistry } from './public-registry.ts';
import type { ClientSettings } from './settings.ts';

/**
 * The registry that serves a name: its scope's, else the default one.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID as `requireUsable`
 */
export function registryOf(
  { scope }: { readonly scope?: string | undefined },
  { npm }: Pick<ClientSettings, 'npm'>,
): string {
  requireUsable({ scope }, { npm });
  return (scope === undefined ? undefined : npm.scopes.get(scope)) ?? npm.registry ?? publicRegistry;
}

/**
 * Passes a scope, or none, whose registry is one that can be asked: what somebody has bound to a registry is never asked
 * of another one instead.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID with the line that says it
 */
export function requireUsable(
  { scope }: { readonly scope?: string | undefined },
  { npm: { scopes, unusable } }: Pick<ClientSettings, 'npm'>,
): void {
  const own = scope === undefined ? undefined : unusable.get(`${scope}:registry`);
  const isBound = scope !== undefined && scopes.has(scope);
  const line = own ?? (isBound ? undefined : unusable.get('registry'));
  if (line === undefined) return;
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${line.key} in ${line.file} can't be used: ${line.reason}`);
}

/**
 * Passes a registry that somebody else names for a name, as a lockfile does: what is in a scope that is bound comes from
 * nowhere else.
 *
 * @throws RegistryError REGISTRY_NOT_ALLOWED; REGISTRY_CONFIG_INVALID if what binds the scope can't be used
 */
export function requireBound(
  { name, registry }: { readonly name: string; readonly registry: string },
  { npm }: Pick<ClientSettings, 'npm'>,
): void {
  const [scope = ''] = /^@[^/]+/u.exec(name) ?? [];
  if (npm.unusable.has(`${scope}:registry`)) requireUsable({ scope }, { npm });
  const bound = npm.scopes.get(scope);
  if (bound === undefined || bound === registryUrl(registry)) return;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', `${scope} comes from ${bound}, and ${name} is one of ${registry}`);
}

/**
 * Passes an address that belongs to a registry that may be reached.
 *
 * @throws RegistryError REGISTRY_INSECURE if others could read along, or it is no address of the network at all;
 * REGISTRY_NOT_ALLOWED
 */
export function requireAllowed(
  url: URL,
  settings: Pick<ClientSettings, 'npm' | 'allowed' | 'denied' | 'http' | 'mirror'>,
): void {
  const { denied = [], http } = settings;
  if (!isSecure(url) || (http === 'deny' && url.protocol !== 'https:')) {
    throw new RegistryError('REGISTRY_INSECURE', `${url.protocol}//${url.host} is not reached over https`);
  }
  const isAllowed = placesOf(settings).some((place) => isWithin(url, place) && isPlain(url, place));
  if (isAllowed && !denied.some((place) => isWithin(url, place))) return;
  const address = `${url.origin}${url.pathname}`;
  const message = isBehindMirror(url, settings)
    ? `a mirror stands in for every registry, and ${address} isn't asked`
    : `${address} is no address of an allowed registry`;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message);
}

/** Whether an address would be one of what a mirror, and nothing else, is asked in place of. */
function isBehindMirror(url: URL, { mirror }: Pick<ClientSettings, 'mirror'>): boolean {
  return mirror?.mode === 'only' && !('url' in mirror.place && isWithin(url, mirror.place.url));
}

function placesOf({ npm, allowed, mirror }: Pick<ClientSettings, 'npm' | 'allowed' | 'mirror'>): readonly string[] {
  const registries = allowed ?? [npm.registry ?? publicRegistry, ...npm.scopes.values()];
  if (mirror === undefined) return registries;
  const mirrored = 'url' in mirror.place ? mirror.place.allowed : [];
  return mirror.mode === 'only' ? mirrored : [...registries, ...mirrored];
}

/** Passes a registry that names may come of, though a mirror stands in for it. @throws RegistryError as `requireAllowed` */
export function requireRegistry(registry: string, settings: ClientSettings): void {
  requireAllowed(new URL(registry), { ...settings, mirror: undefined });
}

/** The registry that stands in for all of them, if nothing else is asked. */
export function mirrorAlone({ mirror }: Pick<ClientSettings, 'mirror'>): string | undefined {
  return mirror?.mode === 'only' && 'url' in mirror.place ? mirror.place.url : undefined;
}

/**
 * The same settings for what is asked of one name: a token that is for its scope alone comes before all others of its
 * host and path.
 */
export function forName(name: string, settings: ClientSettings): ClientSettings {
  const { npm } = settings;
  const [scope = ''] = /^@[^/]+/u.exec(name) ?? [];
  const tokens = npm.scopeTokens.get(scope);
  if (tokens === undefined) return settings;
  const bases = [...tokens.keys()].map(baseOf);
  const others = [...npm.credentials].filter(([key]) => !bases.some((base) => baseOf(key).startsWith(base)));
  return { ...settings, npm: { ...npm, credentials: new Map([...others, ...tokens]) } };
}

/** Where credentials are for: `//host/path/`, without their kind. */
function baseOf(key: string): string {
  return key.slice(0, key.lastIndexOf(':'));
}

/**
 * The credentials an address gets, by what they are for; nothing if it gets none. As npm has it, the longest path that
 * leads to the address counts.
 */
export function credentialsFor({ host, pathname }: URL, { npm }: Pick<ClientSettings, 'npm'>): string | undefined {
  const address = `//${host}${pathname}`;
  const isAbove = (base: string) =>
    address === base || (address.startsWith(base) && (base.endsWith('/') || address[base.length] === '/'));
  const bases = [...npm.credentials.keys()].map(baseOf).filter(isAbove);
  return bases.toSorted((one, other) => other.length - one.length)[0];
}
