import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
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
import { promisify } from 'node:util';

/** Type and mode of a path. Links are not followed. */
export interface FileStatus {
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  /** Permission bits. */
  readonly mode: number;
}

/**
 * Disk operations of a transaction. Paths are absolute. A function that fails rejects with the system error. Tests use
 * an implementation that fails, or ends the process, at a chosen call.
 */
export interface FileSystem {
  /** Returns `undefined` if the path does not exist. */
  readonly status: (path: string) => Promise<FileStatus | undefined>;
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Returns the bytes of a regular file. Refuses a link. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Creates a new file with exactly this mode, regardless of the umask. */
  readonly create: (
    path: string,
    file: { readonly content: string | Uint8Array; readonly mode: number },
  ) => Promise<void>;
  /** Resolves when a file's bytes or a folder's entries are on disk. */
  readonly sync: (path: string, kind: 'file' | 'folder') => Promise<void>;
  readonly makeFolder: (path: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  readonly removeFolder: (folder: string) => Promise<void>;
}

/**
 * The real disk. Small calls are synchronous, which is several times faster for hundreds of small files. Only flushing
 * is asynchronous.
 */
export const nodeFileSystem: FileSystem = {
  status: asAsync(statusOf),
  list: asAsync((folder) => readdirSync(folder)),
  read: asAsync(readRegular),
  create: asAsync(createFile),
  sync: syncPath,
  makeFolder: asAsync((path) => mkdirSync(path)),
  rename: asAsync((from, to) => renameSync(from, to)),
  remove: asAsync((file) => unlinkSync(file)),
  removeFolder: asAsync((folder) => rmdirSync(folder)),
};

/** Wraps a synchronous function in a function that returns a promise. */
function asAsync<Arguments extends readonly unknown[], Result>(
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

/** Returns the status of a path. A path below a file does not exist. */
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

/** Error codes of systems that cannot flush folders: Windows and some network file systems. */
const cannotSyncFolder = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP']);

const flush = promisify(fsync);

async function syncPath(path: string, kind: 'file' | 'folder'): Promise<void> {
  if (kind === 'folder' && process.platform === 'win32') return;
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await flush(handle);
  } catch (cause) {
    if (kind === 'file' || !cannotSyncFolder.has(errnoOf(cause) ?? '')) throw cause;
  } finally {
    closeSync(handle);
  }
}

/** Returns the system error code, e.g. `ENOSPC`. */
export function errnoOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
