import { RegistryError } from './errors.ts';
import { isSecure, isWithin } from './origins.ts';
import { publicRegistry } from './public-registry.ts';
import type { ClientSettings } from './settings.ts';

/** The registry that serves a name: its scope's, else the default one. */
export function registryOf(
  { scope }: { readonly scope?: string | undefined },
  { npm }: Pick<ClientSettings, 'npm'>,
): string {
  return (scope === undefined ? undefined : npm.scopes.get(scope)) ?? npm.registry ?? publicRegistry;
}

/**
 * Passes an address that belongs to a registry that may be reached.
 *
 * @throws RegistryError REGISTRY_INSECURE if others could read along, or it is no address of the network at all;
 * REGISTRY_NOT_ALLOWED
 */
export function requireAllowed(
  url: URL,
  { npm, allowed, denied = [] }: Pick<ClientSettings, 'npm' | 'allowed' | 'denied'>,
): void {
  if (!isSecure(url)) {
    throw new RegistryError('REGISTRY_INSECURE', `${url.protocol}//${url.host} is not reached over https`);
  }
  const places = allowed ?? [npm.registry ?? publicRegistry, ...npm.scopes.values()];
  const isIn = (list: readonly string[]) => list.some((place) => isWithin(url, place));
  if (isIn(places) && !isIn(denied)) return;
  const message = `${url.origin}${url.pathname} is no address of an allowed registry`;
  throw new RegistryError('REGISTRY_NOT_ALLOWED', message);
}

/** Whether there are credentials for an address's host. */
export function hasCredentials({ host }: URL, { npm }: Pick<ClientSettings, 'npm'>): boolean {
  return [...npm.credentials.keys()].some((key) => key.startsWith(`//${host}/`) || key.startsWith(`//${host}:_`));
}
