import { closeSync, constants, fstatSync, openSync, readSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { foldPath } from '../core/paths.ts';
import type { Obstacle } from '../plan/plan.ts';
import { digestOf, digestOfParts, type Digest } from '../core/digest.ts';

/** Result of walking a path segment by segment from the root. Links are never followed. */
export type Found =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly absolute: string }
  /**
   * `at` is the path from the root of the obstacle: a parent that is not a folder, or the path itself if it is not a
   * file.
   */
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle; readonly at: string }
  /** A parent of the path is a file. */
  | { readonly kind: 'below-file'; readonly at: string };

type Listing = ReadonlyMap<string, Dirent>;

/** Resolves paths below a root. Lists every folder only once. */
export type Finder = (path: string) => Found;

/** Creates a finder for one root. It caches folder listings, so create a new finder for every reading. */
export function finderOf(root: string): Finder {
  const listings = new Map<string, Listing>();
  const listingOf = (folder: string): Listing => {
    const known = listings.get(folder) ?? list(join(root, folder));
    listings.set(folder, known);
    return known;
  };
  return (path) => find(path, listingOf);
}

function find(path: string, listingOf: (folder: string) => Listing): Found {
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const at = segments.slice(0, index + 1).join('/');
    const listing = listingOf(segments.slice(0, index).join('/'));
    const entry = listing.get(segment.normalize('NFC'));
    if (entry === undefined)
      return twinIn(listing, segment) ? { kind: 'obstacle', obstacle: 'twin', at } : { kind: 'absent' };
    const last = index === segments.length - 1;
    if (last && entry.isFile()) return { kind: 'file', absolute: join(entry.parentPath, entry.name) };
    if (last && entry.isDirectory()) return { kind: 'obstacle', obstacle: 'folder', at };
    if (!last && entry.isFile()) return { kind: 'below-file', at };
    if (entry.isDirectory()) continue;
    if (entry.isSymbolicLink()) return { kind: 'obstacle', obstacle: last ? 'link' : 'below-link', at };
    return { kind: 'obstacle', obstacle: 'special', at };
  }
  return { kind: 'absent' };
}

function list(folder: string): Listing {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name.normalize('NFC'), entry]));
  } catch (cause) {
    if (isMissing(cause)) return new Map();
    throw unreadable(folder, cause);
  }
}

/** Lists a folder. Returns an empty list if the folder cannot be read. */
export function listFolder(absolute: string): readonly Dirent[] {
  try {
    return readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns whether the folder has a name that is equal to the segment on some file systems. */
function twinIn(listing: Listing, segment: string): boolean {
  const fold = foldPath(segment);
  return [...listing.keys()].some((name) => foldPath(name) === fold);
}

const chunkSize = 1024 * 1024;

/** Yields the bytes of a regular file in chunks of at most 1 MiB, to limit memory use. */
export function* readChunks(absolute: string, limit = Number.MAX_SAFE_INTEGER): Generator<Uint8Array> {
  const handle = openFile(absolute);
  try {
    const status = fstatSync(handle);
    if (!status.isFile()) throw unreadable(absolute, new Error('not a regular file'));
    if (status.size > limit) throw unreadable(absolute, new Error(`${String(status.size)} bytes are too many`));
    yield* chunksOf(handle, Math.min(chunkSize, status.size + 1));
  } finally {
    closeSync(handle);
  }
}

function* chunksOf(handle: number, size: number): Generator<Uint8Array> {
  const chunk = new Uint8Array(size);
  for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) yield chunk.slice(0, read);
}

/** Digest and status of a regular file, without its bytes. */
export interface Inspected {
  readonly digest: Digest;
  /** Status from before the bytes were read. */
  readonly status: Stats;
}

/** Buffer that is reused for all files, because projects have thousands of small files. */
let scratch: Uint8Array | undefined;

/**
 * Computes digest and status of a file through one descriptor, so that both belong to the same file even if the path is
 * replaced.
 */
export function inspectFile(absolute: string): Inspected {
  scratch ??= new Uint8Array(chunkSize);
  const handle = openFile(absolute);
  try {
    const status = fstatSync(handle);
    if (!status.isFile()) throw unreadable(absolute, new Error('not a regular file'));
    let length = 0;
    for (let read = 1; read > 0 && length < chunkSize; length += read)
      read = readSync(handle, scratch, { offset: length });
    const first = scratch.subarray(0, length);
    const digest = length < chunkSize ? digestOf(first) : digestOfParts(whole(first, handle));
    return { digest, status };
  } finally {
    closeSync(handle);
  }
}

function* whole(first: Uint8Array, handle: number): Generator<Uint8Array> {
  yield first;
  yield* chunksOf(handle, chunkSize);
}

function openFile(absolute: string): number {
  try {
    return openSync(absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw unreadable(absolute, cause);
  }
}

/** Limits for reading one project file. */
export interface ReadLimits {
  /** Size limit in bytes. The default is 64 MiB. */
  readonly limit?: number;
}

const defaultLimit = 64 * 1024 * 1024;

/**
 * Reads one file of a project by its path from the root.
 *
 * @returns the bytes, or `undefined` if the file does not exist.
 * @throws GenlockError PROJECT_LINK if the path contains a link, PROJECT_BLOCKED if it is not a file,
 * PROJECT_UNREADABLE if it cannot be read or is larger than the limit.
 */
export function readProjectFile(
  project: { readonly root: string; readonly find?: Finder },
  path: string,
  { limit = defaultLimit }: ReadLimits = {},
): Uint8Array | undefined {
  const found = (project.find ?? finderOf(project.root))(path);
  if (found.kind === 'file') return Buffer.concat([...readChunks(found.absolute, limit)]);
  if (found.kind === 'obstacle' && found.obstacle !== 'twin') throw obstacleError(path, found);
  return undefined;
}

/** Creates the error for a path that must be a file but is an obstacle or is reached through a link. */
export function obstacleError(
  path: string,
  found: { readonly obstacle: Obstacle; readonly at?: string },
): GenlockError {
  const at = found.at ?? path;
  if (found.obstacle === 'link' || found.obstacle === 'below-link') {
    return new GenlockError({ code: 'PROJECT_LINK', message: `${at} is a symbolic link`, where: { file: path } });
  }
  const what = {
    folder: 'a folder',
    special: 'not a file or folder',
    twin: 'present with a different spelling',
  };
  return new GenlockError({
    code: 'PROJECT_BLOCKED',
    message: `${at} is ${what[found.obstacle]}`,
    where: { file: path },
  });
}

export function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
}

function unreadable(file: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GenlockError(
    { code: 'PROJECT_UNREADABLE', message: `cannot read ${file}: ${reason}`, where: { file } },
    { cause },
  );
}
