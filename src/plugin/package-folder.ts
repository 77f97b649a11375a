import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { packageLimits, PackagePaths, refuseNative, refused, type PackageFiles } from './package-files.ts';

/** Files and folders that are not part of a package. */
const ignored: ReadonlySet<string> = new Set(['node_modules', '.git', '.DS_Store']);

/**
 * Reads a plugin's folder by the rules for archives: only regular files, no links, no native code, portable paths,
 * limited sizes.
 *
 * @throws GenlockError PLUGIN_PACKAGE_REFUSED with what and where; PLUGIN_UNREADABLE
 */
export function readPackageFolder(folder: string): PackageFiles {
  const files = new Map<string, Uint8Array>();
  const paths = new PackagePaths(folder);
  let total = 0;
  for (const { path, isFolder } of walk(folder, { below: '', paths })) {
    if (isFolder) continue;
    const bytes = readRegular(folder, path);
    refuseNative(path, { bytes, place: folder });
    total += bytes.length;
    if (total > packageLimits.unpacked) throw refused(folder, `it contains more than ${packageLimits.unpacked} bytes`);
    files.set(path, bytes);
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

interface Walk {
  readonly below: string;
  readonly paths: PackagePaths;
}

function* walk(folder: string, { below, paths }: Walk): Generator<Entry> {
  for (const name of list(folder, below)) {
    if (ignored.has(name)) continue;
    const path = below === '' ? name : `${below}/${name}`;
    paths.add(path);
    const stats = statsOf(join(folder, path));
    if (!stats.isDirectory() && !stats.isFile()) {
      throw refused(folder, `${path} is ${stats.isSymbolicLink() ? 'a link' : 'not a regular file'}`);
    }
    yield { path, isFolder: stats.isDirectory() };
    if (stats.isDirectory()) yield* walk(folder, { below: path, paths });
  }
}

/** Returns the status of a path. A name that is not UTF-8 is changed when it is read, so its path does not exist. */
function statsOf(path: string): Stats {
  try {
    return lstatSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Lists a folder, sorted by code units, so that the order is equal on every system. */
function list(folder: string, below: string): readonly string[] {
  try {
    return readdirSync(join(folder, below)).toSorted((one, other) => (one < other ? -1 : 1));
  } catch (cause) {
    throw unreadable(join(folder, below), cause);
  }
}

/** Reads a file. Size and bytes come from one descriptor, so that a replaced file cannot bypass the limit. */
function readRegular(folder: string, path: string): Uint8Array {
  const file = join(folder, path);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw refused(folder, `${path} is not a regular file`);
    if (stats.size > packageLimits.fileBytes) {
      throw refused(folder, `${path} is larger than ${packageLimits.fileBytes} bytes`);
    }
    return readFileSync(descriptor);
  } catch (cause) {
    throw cause instanceof GenlockError ? cause : unreadable(file, cause);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function unreadable(file: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GenlockError(
    { code: 'PLUGIN_UNREADABLE', message: `can't read the plugin: ${reason}`, where: { file } },
    { cause },
  );
}
