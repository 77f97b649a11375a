import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { foldPath, pathProblem } from '../plan/paths.ts';

/** Package path (POSIX, e.g. `templates/express/server/app.ts`) → bytes, sorted by path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** What one package may hold; the same numbers hold for archives. */
export const packageLimits = {
  entries: 2000,
  fileBytes: 16 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
  depth: 16,
  pathBytes: 240,
} as const;

/** Folders and files beside a package that are not part of it. */
const ignored: ReadonlySet<string> = new Set(['node_modules', '.git', '.DS_Store']);

/**
 * Reads a plugin's folder by the rules of archives: regular files only, no links, no native code, no paths that another
 * file system would take differently, everything bounded.
 *
 * @throws GenlockError PLUGIN_PACKAGE_REFUSED with what and where; PLUGIN_UNREADABLE
 */
export function readPackageFolder(folder: string): PackageFiles {
  const files = new Map<string, Uint8Array>();
  const seen = new Map<string, string>();
  let total = 0;
  for (const { path, isFolder } of walk(folder, '')) {
    const twin = seen.get(foldPath(path));
    if (twin !== undefined) throw refused(folder, `${path} and ${twin} are one file on some file systems`);
    seen.set(foldPath(path), path);
    if (seen.size > packageLimits.entries) throw refused(folder, `it has more than ${packageLimits.entries} entries`);
    if (isFolder) continue;
    if (isNative(path)) throw refused(folder, `${path} is native code, which no sandbox holds`);
    const bytes = readRegular(folder, path);
    total += bytes.length;
    if (total > packageLimits.totalBytes) throw refused(folder, `it holds more than ${packageLimits.totalBytes} bytes`);
    files.set(path, bytes);
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** sha512 over the sorted paths, lengths and bytes, in npm's form: `sha512-<base64>`. */
export function integrityOf(files: PackageFiles): string {
  const hash = createHash('sha512');
  for (const [path, bytes] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `sha512-${hash.digest('base64')}`;
}

interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

function* walk(folder: string, below: string): Generator<Entry> {
  for (const name of list(folder, below)) {
    if (ignored.has(name)) continue;
    const path = below === '' ? name : `${below}/${name}`;
    const problem = pathProblem(path);
    if (problem !== undefined) throw refused(folder, `the path ${JSON.stringify(path)} ${problem}`);
    if (path.split('/').length > packageLimits.depth || Buffer.byteLength(path) > packageLimits.pathBytes) {
      throw refused(folder, `the path ${JSON.stringify(path)} is too deep or too long`);
    }
    const stats = statsOf(join(folder, path));
    if (!stats.isDirectory() && !stats.isFile()) {
      throw refused(folder, `${path} is ${stats.isSymbolicLink() ? 'a link' : 'no regular file'}`);
    }
    yield { path, isFolder: stats.isDirectory() };
    if (stats.isDirectory()) yield* walk(folder, path);
  }
}

/** An addon of Node, or what npm builds one from without being asked; named as the most forgiving file system reads it. */
function isNative(path: string): boolean {
  return /(?:\.node|(?:^|\/)binding\.gyp)$/u.test(foldPath(path));
}

/** A name that isn't UTF-8 arrives here changed, and so leads nowhere. */
function statsOf(path: string): Stats {
  try {
    return lstatSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** Sorted by code units, so that the order is the same everywhere. */
function list(folder: string, below: string): readonly string[] {
  try {
    return readdirSync(join(folder, below)).toSorted((one, other) => (one < other ? -1 : 1));
  } catch (cause) {
    throw unreadable(join(folder, below), cause);
  }
}

/** Size and bytes come from one descriptor, so that nothing put in the file's place meanwhile is read. */
function readRegular(folder: string, path: string): Uint8Array {
  const file = join(folder, path);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw refused(folder, `${path} is no regular file`);
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

function refused(folder: string, reason: string): GenlockError {
  return new GenlockError({
    code: 'PLUGIN_PACKAGE_REFUSED',
    message: `the plugin can't be taken: ${reason}`,
    where: { file: folder },
  });
}

function unreadable(file: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GenlockError(
    { code: 'PLUGIN_UNREADABLE', message: `can't read the plugin: ${reason}`, where: { file } },
    { cause },
  );
}
