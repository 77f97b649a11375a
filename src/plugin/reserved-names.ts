import { bundledAuthPlugins } from '../config/names.ts';
import { GenlockError } from '../errors/error.ts';
import { availablePlugins, basePlugin } from './bundled.ts';

/** Returns the names of plugins that only Genlock itself can contain: bundled and announced ones. */
export function reservedNames(): ReadonlySet<string> {
  return new Set([basePlugin, ...availablePlugins(), ...bundledAuthPlugins]);
}

/**
 * Checks that a name can belong to a plugin from a registry. Any user can publish a package with the unscoped name
 * of a bundled plugin, so such names are never sent to a registry. Names in a scope are not affected.
 *
 * @throws GenlockError PLUGIN_NAME_RESERVED
 */
export function requireRegistryName(name: string): void {
  if (!reservedNames().has(name)) return;
  const isHere = name === basePlugin || availablePlugins().includes(name);
  const message = isHere
    ? `"${name}" is the name of a plugin bundled with Genlock, and no registry is queried for it`
    : `"${name}" is reserved for a plugin bundled with Genlock, and this version of Genlock does not have it`;
  const hint = isHere
    ? 'Use the name without a version: the plugin has the version of Genlock.'
    : 'Upgrade Genlock when the plugin is available, or use a plugin with another name.';
  throw new GenlockError({ code: 'PLUGIN_NAME_RESERVED', message, hint });
}
