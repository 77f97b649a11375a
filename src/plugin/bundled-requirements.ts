import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authPlugin } from '../config/names.ts';
import { availablePlugins, bundledFolder, manifestFile } from './bundled.ts';
import { readManifest } from './manifest.ts';
import type { Manifest } from './plugin.ts';

/** Returns the bundled plugins of a list, and the bundled plugins that they require. */
export function bundledWithRequired(names: readonly string[]): readonly string[] {
  const bundled = new Set(availablePlugins());
  const all = new Set(names.filter((name) => bundled.has(name)));
  // Iterating over a set visits the names that are added meanwhile.
  for (const name of all) {
    const file = join(bundledFolder(name), manifestFile);
    const { requires = [] } = readManifest(readFileSync(file, 'utf8'), { file }).manifest;
    for (const required of requires) if (bundled.has(required)) all.add(required);
  }
  return [...all];
}

/** Returns the bundled plugins that a sample project contains because the plugin requires or extends them. */
export function companionsOf({ name, requires = [], extends: extended }: Manifest): readonly string[] {
  const needed = bundledWithRequired([...requires, ...(extended === 'auth' ? [authPlugin] : [])]);
  return needed.filter((other) => other !== name);
}
