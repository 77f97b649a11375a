import { RegistryError } from './errors.ts';
import { isPasteable } from './failure.ts';
import { isPlain, isSecure, isWithin, registryUrl } from './origins.ts';
import { publicRegistry } from './public-registry.ts';
import { scopeOf } from './scope.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Returns the registry for a name: the scope's registry or the default registry.
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
 * Checks that the registry of a scope, or the default registry, is usable. A configured but unusable registry is never
 * replaced by another registry.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID with the invalid line
 */
export function requireUsable(
  { scope }: { readonly scope?: string | undefined },
  { npm: { scopes, unusable } }: Pick<ClientSettings, 'npm'>,
): void {
  const own = scope === undefined ? undefined : unusable.get(`${scope}:registry`);
  const isBound = scope !== undefined && scopes.has(scope);
  const line = own ?? (isBound ? undefined : unusable.get('registry'));
  if (line === undefined) return;
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${line.key} in ${line.file} is invalid: ${line.reason}`);
}

/**
 * Checks that a registry from another source, such as a lockfile, matches the configured registry of the scope.
 *
 * @throws RegistryError REGISTRY_NOT_ALLOWED; REGISTRY_CONFIG_INVALID if the scope's configuration is unusable
 */
export function requireBound(
  { name, registry }: { readonly name: string; readonly registry: string },
  { npm }: Pick<ClientSettings, 'npm'>,
): void {
  const scope = scopeOf(name) ?? '';
  if (npm.unusable.has(`${scope}:registry`)) requireUsable({ scope }, { npm });
  const bound = npm.scopes.get(scope);
  if (bound === undefined || bound === registryUrl(registry)) return;
  const message = `${name} was installed from ${registry}, but your configuration binds ${scope} to ${bound}`;
  const hint = isPasteable(name)
    ? `To install it from there, run \`genlock update ${name}\`. Otherwise, correct ${scope}:registry in your own .npmrc.`
    : undefined;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message, { hint });
}

/**
 * Checks that the scope's registry is configured before an installed package is requested from the public registry. The
 * same name can belong to another publisher there.
 *
 * @param from address of the registry in the lockfile
 * @throws RegistryError REGISTRY_NOT_ALLOWED
 */
export function requireScopeRegistry(
  { name, registry, from }: { readonly name: string; readonly registry: string; readonly from: string },
  settings: Pick<ClientSettings, 'npm' | 'mirror'>,
): void {
  const scope = scopeOf(name);
  if (scope === undefined || settings.npm.scopes.has(scope) || settings.mirror !== undefined) return;
  if (registry !== publicRegistry || from === registry) return;
  const message = `${name} was installed from ${from}, but your configuration names no registry for ${scope}`;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message, { hint: configureHint({ name, registry: from }, settings) });
}

/**
 * Checks that an address belongs to an allowed registry.
 *
 * @throws RegistryError REGISTRY_INSECURE if the connection is not encrypted or the address is not a network address;
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
    ? `a mirror replaces every registry, so ${address} is not contacted`
    : `${address} does not belong to an allowed registry`;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message);
}

/** Returns whether an exclusive mirror replaces this address. */
function isBehindMirror(url: URL, { mirror }: Pick<ClientSettings, 'mirror'>): boolean {
  return mirror?.mode === 'only' && !('url' in mirror.place && isWithin(url, mirror.place.url));
}

function placesOf({ npm, allowed, mirror }: Pick<ClientSettings, 'npm' | 'allowed' | 'mirror'>): readonly string[] {
  const registries = allowed ?? [npm.registry ?? publicRegistry, ...npm.scopes.values()];
  if (mirror === undefined) return registries;
  const mirrored = 'url' in mirror.place ? mirror.place.allowed : [];
  return mirror.mode === 'only' ? mirrored : [...registries, ...mirrored];
}

/**
 * Checks that a package may use its registry, even if a mirror replaces it.
 *
 * @throws RegistryError as `requireAllowed`, with the command that configures the registry of a scope
 */
export function requireRegistry(
  { name, registry }: { readonly name: string; readonly registry: string },
  settings: ClientSettings,
): void {
  try {
    requireAllowed(new URL(registry), { ...settings, mirror: undefined });
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'REGISTRY_NOT_ALLOWED') throw error;
    const message = `${name} is in the registry ${registry}, which is not an allowed registry`;
    throw new RegistryError(error.code, message, { hint: configureHint({ name, registry }, settings) });
  }
}

/** Returns the command that configures an unknown registry of a scope; `undefined` for other registries. */
function configureHint(
  { name, registry }: { readonly name: string; readonly registry: string },
  { npm }: Pick<ClientSettings, 'npm'>,
): string | undefined {
  const scope = scopeOf(name);
  const isKnown = npm.known.some((place) => isWithin(new URL(registry), place));
  if (scope === undefined || isKnown || !isPasteable(scope + registry)) return undefined;
  return `If you trust this registry, run \`npm config set ${scope}:registry ${registry}\`. A policy must allow it too.`;
}

/** Returns the address of an exclusive mirror registry. */
export function mirrorAlone({ mirror }: Pick<ClientSettings, 'mirror'>): string | undefined {
  return mirror?.mode === 'only' && 'url' in mirror.place ? mirror.place.url : undefined;
}

/**
 * Returns settings for requests about one package. Tokens for the package's scope replace other credentials for the
 * same host and path.
 */
export function forName(name: string, settings: ClientSettings): ClientSettings {
  const { npm } = settings;
  const scope = scopeOf(name) ?? '';
  const tokens = npm.scopeTokens.get(scope);
  if (tokens === undefined) return settings;
  const bases = [...tokens.keys()].map(baseOf);
  const others = [...npm.credentials].filter(([key]) => !bases.some((base) => baseOf(key).startsWith(base)));
  const files = bases.flatMap((base) => {
    const file = npm.credentialFiles.get(`${base}:${scope}`);
    return file === undefined ? [] : [[base, file] as const];
  });
  const credentialFiles = new Map([...npm.credentialFiles, ...files]);
  return { ...settings, npm: { ...npm, credentials: new Map([...others, ...tokens]), credentialFiles } };
}

/** Returns the `//host/path/` part of a credential key. */
function baseOf(key: string): string {
  return key.slice(0, key.lastIndexOf(':'));
}

/**
 * Returns the credential base for an address; `undefined` without credentials. As in npm, the longest matching path
 * wins.
 */
export function credentialsFor({ host, pathname }: URL, { npm }: Pick<ClientSettings, 'npm'>): string | undefined {
  const address = `//${host}${pathname}`;
  const isAbove = (base: string) =>
    address === base || (address.startsWith(base) && (base.endsWith('/') || address[base.length] === '/'));
  const bases = [...npm.credentials.keys()].map(baseOf).filter(isAbove);
  return bases.toSorted((one, other) => other.length - one.length)[0];
}
