import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { authPlugin } from '../config/names.ts';
import { GenlockError } from '../errors/error.ts';
import { availablePlugins, bundledFolder, isFile, manifestFile, namesIn } from './bundled.ts';
import { dataMigrations } from './data-migrations.ts';
import { readManifest } from './manifest.ts';
import { integrityOf, type PackageFiles } from './package-files.ts';
import { readPackageFolder } from './package-folder.ts';
import { checkPackageJson } from './package-json.ts';
import type { LocalSource, Plugin } from './plugin.ts';
import { withoutTypes } from './typescript.ts';

const entryFile = 'generator.js';

/**
 * Finds plugin folders: the path itself if it contains a manifest, otherwise its direct subfolders with a manifest.
 *
 * @param path absolute
 * @returns at least one, sorted
 * @throws GenlockError PLUGIN_FOLDER_INVALID
 */
export function findPlugins(path: string): readonly string[] {
  if (isFile(join(path, manifestFile))) return [path];
  const folders = namesIn(path).filter((name) => isFile(join(path, name, manifestFile)));
  if (folders.length > 0) return folders.toSorted().map((name) => join(path, name));
  throw new GenlockError({
    code: 'PLUGIN_FOLDER_INVALID',
    message: existsSync(path) ? `${path} is not a plugin's folder and contains none` : `${path} does not exist`,
    where: { file: path },
    ...bundledHint(basename(path)),
  });
}

/** Explains how to add a bundled plugin, whose name is not a folder. */
function bundledHint(name: string): { hint?: string } {
  if (!availablePlugins().includes(name)) return {};
  const flag = name === authPlugin ? 'Use `genlock init --auth jwt`, or' : 'Create the project without it, then';
  return { hint: `${name} is a bundled plugin. ${flag} run \`genlock add ${name}\` in the project.` };
}

/**
 * Loads a plugin and checks its package rules, manifest and entry. A generator in TypeScript loses its types.
 *
 * @throws GenlockError PLUGIN_NOT_FOUND, PLUGIN_PACKAGE_REFUSED, PLUGIN_ENTRY_MISSING, PLUGIN_UNREADABLE,
 * PLUGIN_TYPESCRIPT_INVALID, and every problem of the manifest at once
 */
export function loadPlugin(source: LocalSource): Plugin {
  const folder = source.kind === 'bundled' ? bundledFolder(source.name) : source.path;
  const files = readPackageFolder(folder);
  return pluginOf(withoutTypes(files, folder), { place: folder, source, integrity: integrityOf(files) });
}

/** Location, source and integrity of a package. */
export interface Package extends Pick<Plugin, 'source' | 'integrity'> {
  /** Folder or archive of the package, for error messages. */
  readonly place: string;
}

/**
 * Creates a plugin from checked package files.
 *
 * @throws GenlockError PLUGIN_ENTRY_MISSING, PLUGIN_FOLDER_INVALID without a manifest, every problem of the manifest at once
 */
export function pluginOf(files: PackageFiles, { place, source, integrity }: Package): Plugin {
  const { manifest, warnings } = readManifest(manifestText(files, place), { file: join(place, manifestFile) });
  requireEntry(files, place);
  dataMigrations(files, { manifest, place });
  const packageWarnings = checkPackageJson(manifest, { files, folder: place });
  return { manifest, source, files, integrity, warnings: [...warnings, ...packageWarnings] };
}

/** @throws GenlockError PLUGIN_ENTRY_MISSING */
export function requireEntry(files: PackageFiles, folder: string): true {
  if (files.has(entryFile)) return true;
  throw new GenlockError({
    code: 'PLUGIN_ENTRY_MISSING',
    message: `the plugin has no ${entryFile}`,
    where: { file: folder },
  });
}

/** @throws GenlockError PLUGIN_FOLDER_INVALID without a manifest, PLUGIN_MANIFEST_SYNTAX if it isn't UTF-8 */
export function manifestText(files: PackageFiles, folder: string): string {
  const bytes = files.get(manifestFile);
  if (bytes === undefined) {
    throw new GenlockError({
      code: 'PLUGIN_FOLDER_INVALID',
      message: `${folder} has no ${manifestFile}`,
      where: { file: folder },
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const where = { file: join(folder, manifestFile) };
    const message = `${manifestFile} is not encoded in UTF-8`;
    throw new GenlockError({ code: 'PLUGIN_MANIFEST_SYNTAX', message, where }, { cause });
  }
}
