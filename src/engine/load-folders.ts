import { GenlockError } from '../errors/error.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { findPlugins, loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';

/** File owners in a plan that plugins must not be named after. */
const ownNames: ReadonlySet<string> = new Set([basePlugin, 'core', 'genlock']);

/**
 * Reads and checks the plugins in folders from the command line. A folder can contain several plugins.
 *
 * @throws GenlockError PLUGIN_NAME_TAKEN, and everything `loadPlugin` throws
 */
export function loadFolders(paths: readonly string[]): readonly Plugin[] {
  return requireUsableNames(
    paths.flatMap((path) => findPlugins(path)).map((path) => loadPlugin({ kind: 'folder', path })),
  );
}

/** Checks that plugin names are unique and not reserved. @throws GenlockError PLUGIN_NAME_TAKEN */
export function requireUsableNames(plugins: readonly Plugin[]): readonly Plugin[] {
  const names = plugins.map(({ manifest }) => manifest.name);
  const taken = names.find((name, index) => ownNames.has(name) || names.indexOf(name) !== index);
  if (taken === undefined) return plugins;
  const message = ownNames.has(taken)
    ? `the name ${taken} is reserved for Genlock`
    : `two plugins have the name ${taken}`;
  throw new GenlockError({ code: 'PLUGIN_NAME_TAKEN', message });
}
