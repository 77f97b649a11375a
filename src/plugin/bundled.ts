import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from '../core/own-package.ts';
import { closest } from '../core/suggestion.ts';
import { GenlockError } from '../errors/error.ts';

/** Name of the manifest file. */
export const manifestFile = 'manifest.json';
/** Name of the plugin that every project has. */
export const basePlugin = 'base';

/** Returns the names of the bundled plugins, sorted. */
export function bundledPlugins(): readonly string[] {
  const folder = join(ownPackage().root, 'plugins');
  return namesIn(folder)
    .filter((name) => isFile(join(folder, name, manifestFile)))
    .toSorted();
}

/** Returns the names of the bundled plugins that can be added, sorted. */
export function availablePlugins(): readonly string[] {
  return bundledPlugins().filter((name) => name !== basePlugin);
}

/** Returns the folder of a bundled plugin. @throws GenlockError PLUGIN_NOT_FOUND */
export function bundledFolder(name: string): string {
  const folder = join(ownPackage().root, 'plugins', name);
  if (/^[a-z][a-z0-9-]*$/u.test(name) && isFile(join(folder, manifestFile))) return folder;
  const meant = closest(name, availablePlugins());
  throw new GenlockError({
    code: 'PLUGIN_NOT_FOUND',
    message: `there is no bundled plugin ${JSON.stringify(name)}`,
    ...(meant !== undefined && { hint: `Did you mean ${JSON.stringify(meant)}?` }),
  });
}

/** Returns whether a path is a file. Errors, such as a missing permission or a cycle of links, count as no. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
