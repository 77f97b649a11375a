import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { availablePlugins, bundledFolder, manifestFile } from './bundled.ts';
import { readManifest } from './manifest.ts';
import type { Manifest } from './plugin.ts';

/** Returns the part of the application that a bundled plugin provides; `undefined` for other names. */
export function partOfBundled(name: string): string | undefined {
  return availablePlugins().includes(name) ? manifestInFolder(bundledFolder(name))?.provides : undefined;
}

/** Returns the manifest in a folder; `undefined` if it cannot be read, because later steps report the problem. */
export function manifestInFolder(folder: string): Manifest | undefined {
  const file = join(folder, manifestFile);
  try {
    return readManifest(readFileSync(file, 'utf8'), { file }).manifest;
  } catch (error) {
    if (error instanceof GenlockError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}
