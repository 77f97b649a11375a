import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import semver from 'semver';
import { RegistryError } from './errors.ts';
import { readPlainFile } from './plain-file.ts';

/** Query for a package's archives. */
interface Wanted {
  /** Absolute. */
  readonly folder: string;
  readonly name: string;
}

/**
 * Lists a package's archives in a mirror folder, named as by `npm pack`: `<folder>/@acme/chat/acme-chat-1.2.0.tgz`.
 *
 * @returns version → path
 * @throws RegistryError REGISTRY_PACKAGE_NOT_FOUND; REGISTRY_UNREACHABLE if the mirror folder is missing, because a
 * missing mirror does not prove that a package is missing
 */
export function archivesIn({ folder, name }: Wanted): ReadonlyMap<string, string> {
  // A Windows path with a drive letter is relative on other platforms and could name a folder of a cloned project.
  if (!isAbsolute(folder)) throw unreadable(folder, 'not an absolute path on this machine');
  if (filesIn(folder) === undefined) throw unreadable(folder, 'ENOENT');
  const own = join(folder, name);
  const beginning = `${name.replace('@', '').replace('/', '-')}-`;
  const archives = (filesIn(own) ?? []).flatMap((file) => {
    if (!file.startsWith(beginning) || !file.endsWith('.tgz')) return [];
    const version = file.slice(beginning.length, -'.tgz'.length);
    return semver.valid(version) === version ? [[version, join(own, file)] as const] : [];
  });
  if (archives.length > 0) return new Map(archives);
  throw new RegistryError('REGISTRY_PACKAGE_NOT_FOUND', `the mirror ${folder} has no ${name}`);
}

/** Content of a mirror archive. */
export interface MirroredArchive {
  readonly bytes: Buffer;
  /** `sha512-<base64>` */
  readonly integrity: string;
}

/** Returns an archive's integrity: `sha512-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * Reads a mirror archive.
 *
 * @param limit maximum size in bytes
 * @throws RegistryError REGISTRY_TOO_LARGE, REGISTRY_UNREACHABLE
 */
export function readMirrored(path: string, limit: number): MirroredArchive {
  try {
    const bytes = readPlainFile(path, limit);
    if (bytes === undefined) throw unreadable(path, 'not a regular file');
    if (bytes.length > limit) {
      throw new RegistryError('REGISTRY_TOO_LARGE', `${path} is larger than ${limit} bytes`);
    }
    return { bytes, integrity: integrityOf(bytes) };
  } catch (error) {
    throw error instanceof RegistryError ? error : unreadable(path, codeOf(error), error);
  }
}

/** Lists file names; `undefined` if the folder does not exist. */
function filesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(folder, code, error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function unreadable(path: string, code: string, cause?: unknown): RegistryError {
  return new RegistryError('REGISTRY_UNREACHABLE', `cannot read ${path} of the mirror (${code})`, { cause });
}
