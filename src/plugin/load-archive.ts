import { createHash } from 'node:crypto';
import { inspectArchive } from '../../registry-client/archive/inspect.ts';
import { archiveLimits, type ArchiveLimits } from '../../registry-client/archive/limits.ts';
import { RegistryError } from '../../registry-client/errors.ts';
import { readPlainFile } from '../../registry-client/plain-file.ts';
import type { VerifiedPackage } from '../../registry-client/release.ts';
import { GenlockError } from '../errors/error.ts';
import { manifestFile } from './bundled.ts';
import { requireInert } from './inert-package.ts';
import { pluginOf, type Package } from './load.ts';
import { refused, requireSoundFiles, type PackageFiles } from './package-files.ts';
import type { Plugin, ReleaseFacts } from './plugin.ts';

/**
 * Loads a plugin from an archive in the format of `npm pack`, by the rules for folders.
 *
 * @param path absolute
 * @param limits what the archive may hold
 * @throws GenlockError PLUGIN_UNREADABLE, PLUGIN_PACKAGE_REFUSED, and everything `loadPlugin` throws of a package
 */
export function loadArchive(path: string, limits: ArchiveLimits = archiveLimits): Plugin {
  const bytes = readArchive(path, limits);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return archived(inspected(bytes, { path, limits }), { place: path, source: { kind: 'archive', path }, integrity });
}

/**
 * Loads a plugin from a registry package.
 *
 * @param facts release data from the registry, if it was queried
 * @throws GenlockError as `loadArchive`; PLUGIN_PACKAGE_MISMATCH if the manifest has another name or version
 */
export function loadPackage({ release, files }: VerifiedPackage, facts: ReleaseFacts | undefined): Plugin {
  const { name, version, registry: url, integrity } = release;
  const place = `${name} ${version}`;
  const plugin = archived(requireSoundFiles(files, place), { place, source: { kind: 'registry', url }, integrity });
  const { manifest } = plugin;
  if (manifest.name === name && manifest.version === version) {
    if (facts === undefined) return plugin;
    const { publisher, publishedAt, deprecated, trust } = facts;
    const mirror = release.mirror ?? release.file;
    const served = mirror === undefined ? {} : { mirror };
    return { ...plugin, release: { publisher, publishedAt, deprecated, trust, ...served } };
  }
  const message = `the manifest of ${place} declares ${JSON.stringify(`${manifest.name} ${manifest.version}`)}`;
  throw new GenlockError({ code: 'PLUGIN_PACKAGE_MISMATCH', message, where: { file: 'manifest.json' } });
}

function archived(files: PackageFiles, from: Package): Plugin {
  if (files.has(manifestFile)) {
    const plugin = pluginOf(files, from);
    requireInert({ files, folder: from.place });
    return plugin;
  }
  const message = `${from.place} is not a plugin: it has no ${manifestFile}`;
  const hint = 'Check the name. This package is not a Genlock plugin.';
  throw new GenlockError({ code: 'PLUGIN_PACKAGE_INVALID', message, hint });
}

interface Origin {
  readonly path: string;
  readonly limits: ArchiveLimits;
}

function inspected(bytes: Uint8Array, { path, limits }: Origin): PackageFiles {
  try {
    return requireSoundFiles(inspectArchive(bytes, limits), path);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new GenlockError({ code: error.code, message: error.message, where: { file: path } }, { cause: error });
  }
}

function readArchive(path: string, { packed }: ArchiveLimits): Uint8Array {
  try {
    const bytes = readPlainFile(path, packed);
    if (bytes === undefined) throw refused(path, 'it is not a regular file');
    if (bytes.length > packed) throw refused(path, `it is larger than ${packed} bytes`);
    return bytes;
  } catch (cause) {
    if (cause instanceof GenlockError) throw cause;
    const message = `can't read the plugin: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new GenlockError({ code: 'PLUGIN_UNREADABLE', message, where: { file: path } }, { cause });
  }
}
