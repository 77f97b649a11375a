import { GenlockError } from '../errors/error.ts';
import { availablePlugins, basePlugin } from './bundled.ts';

/** Returns the names of the bundled plugins, which only Genlock itself can contain. */
export function reservedNames(): ReadonlySet<string> {
  return new Set([basePlugin, ...availablePlugins()]);
}

/**
 * Checks that a name can belong to a plugin from a registry. Any user can publish a package with the unscoped name
 * of a bundled plugin, so such names are never sent to a registry. Names in a scope are not affected.
 *
 * @throws GenlockError PLUGIN_NAME_RESERVED
 */
export function requireRegistryName(name: string): void {
  if (!reservedNames().has(name)) return;
  const message = `"${name}" is the name of a plugin bundled with Genlock, and no registry is queried for it`;
  const hint = 'Use the name without a version: the plugin has the version of Genlock.';
  throw new GenlockError({ code: 'PLUGIN_NAME_RESERVED', message, hint });
}
