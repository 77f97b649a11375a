import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { open } from 'node:fs/promises';

/** What stands at a path, links not followed. */
export interface FileStatus {
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  /** Permission bits. */
  readonly mode: number;
}

/**
 * All that a transaction does to a disk. Paths are absolute. A function that fails rejects with the system's error;
 * tests pass an implementation that fails, or ends the process, at a chosen call.
 */
export interface FileSystem {
  /** Nothing if the path doesn't exist. */
  readonly status: (path: string) => Promise<FileStatus | undefined>;
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** A regular file's bytes; refuses a link. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Writes a file that must not exist yet, with exactly this mode whatever the umask. */
  readonly create: (
    path: string,
    file: { readonly content: string | Uint8Array; readonly mode: number },
  ) => Promise<void>;
  /** Resolves once a file's bytes, or a folder's entries, would survive a loss of power. */
  readonly sync: (path: string, kind: 'file' | 'folder') => Promise<void>;
  readonly makeFolder: (path: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  readonly removeFolder: (folder: string) => Promise<void>;
}

/**
 * The real disk. Small calls are made synchronously, several times faster for hundreds of small files; only flushing
 * is worth a thread.
 */
export const nodeFileSystem: FileSystem = {
  status: settled(statusOf),
  list: settled((folder) => readdirSync(folder)),
  read: settled(readRegular),
  create: settled(createFile),
  sync: syncPath,
  makeFolder: settled((path) => mkdirSync(path)),
  rename: settled((from, to) => renameSync(from, to)),
  remove: settled((file) => unlinkSync(file)),
  removeFolder: settled((folder) => rmdirSync(folder)),
};

/** A synchronous function whose failure is a rejection. */
function settled<Arguments extends readonly unknown[], Result>(
  work: (...given: Arguments) => Result,
): (...given: Arguments) => Promise<Result> {
  return (...given) =>
    new Promise((resolve) => {
      resolve(work(...given));
    });
}

function statusOf(path: string): FileStatus | undefined {
  const stats = lstat(path);
  return stats && { kind: kindOf(stats), mode: stats.mode & 0o777 };
}

/** A path below a file doesn't exist either. */
function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (errnoOf(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}

function kindOf(stats: Stats): FileStatus['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'special';
}

function readRegular(path: string): Uint8Array {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function createFile(
  path: string,
  { content, mode }: { readonly content: string | Uint8Array; readonly mode: number },
): void {
  const handle = openSync(path, 'wx', mode);
  try {
    fchmodSync(handle, mode);
    writeFileSync(handle, content);
  } catch (cause) {
    unlinkSync(path);
    throw cause;
  } finally {
    closeSync(handle);
  }
}

/** Windows can't flush a folder, and some network file systems don't know how to: nothing can be done about either. */
const cannotSyncFolder = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP']);

async function syncPath(path: string, kind: 'file' | 'folder'): Promise<void> {
  if (kind === 'folder' && process.platform === 'win32') return;
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } catch (cause) {
    if (kind === 'file' || !cannotSyncFolder.has(errnoOf(cause) ?? '')) throw cause;
  } finally {
    await handle.close();
  }
}

/** The system's name of an error, e.g. `ENOSPC`. */
export function errnoOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
