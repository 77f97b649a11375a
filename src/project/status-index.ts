import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestPattern, type Digest } from '../core/digest.ts';
import { inspectFile } from './file-reader.ts';
import { indexFile, writeIndex } from './user-index.ts';
import type { Sight } from './working.ts';

/**
 * Cache of `genlock status` in the user's cache folder, so that unchanged files are not read again. It is only for
 * display and never decides what is written. An index that is missing, damaged or from another version of Genlock is
 * empty.
 */
export interface StatusIndex {
  /** The project's folder, absolute. */
  readonly root: string;
  /**
   * Reads only files that have changed since the last run.
   *
   * @throws GenlockError as `inspectFile`
   */
  readonly sight: Required<Sight>;
  /** Returns whether a folder has not changed since the last run. */
  readonly isSameFolder: (path: string) => boolean;
  /** Returns whether all files and folders of the last run are unchanged. Then its result is still valid. */
  readonly isUnchanged: () => boolean;
  readonly known: Found;
  /** Saves the inspected files and the result. Ignores write errors. */
  readonly save: (found: Found) => void;
}

/** Cached results other than file digests. */
export interface Found {
  readonly settled?: Settled;
  /** Edited files of a settled project without missing or moved files. */
  readonly edited?: readonly string[];
}

/** State in which `genlock sync` has no changes to make, regardless of edits to the project's files. */
export interface Settled {
  /** Path → digest of every file that the settled state depends on. */
  readonly records: Readonly<Record<string, Digest>>;
  /** Absolute plugin folder → integrity of its content. */
  readonly folders: Readonly<Record<string, string>>;
  /** Entities that every caller can change, because no access rule covers them. */
  readonly open?: readonly {
    readonly name: string;
    readonly operations: readonly ('create' | 'update' | 'delete')[];
  }[];
}

/** Project and version that an index belongs to. */
export interface StatusIndexOptions {
  /** Absolute cache folder. */
  readonly cache: string;
  readonly root: string;
  /** Version of the running Genlock. */
  readonly genlock: string;
  /** Current time in milliseconds. */
  readonly opened: number;
}

/** Identity of one state of a file or folder. Times are in milliseconds. */
type Mark = readonly [mtime: number, ctime: number, ino: number, mode: number, size: number];
type Row = readonly [...Mark, digest: Digest];

/**
 * A file that changed less than this time (ms) before it was inspected is not cached: a later change could have equal
 * timestamps, because some file systems have a resolution of two seconds.
 */
const tick = 2000;

/** Opens the index of a project. A missing index is empty. */
export function openIndex({ cache, root, genlock, opened }: StatusIndexOptions): StatusIndex {
  const file = indexFile('status', { cache, root });
  const before = readIndex(file, `${genlock} ${root}`);
  const rows = new Map<string, Row>();
  const inspected = new Set<string>();
  const isNew = new Set<string>();
  const isOld = (status: Stats): boolean => Math.max(status.mtimeMs, status.ctimeMs) + tick < opened;

  const inspect: Sight['inspect'] = (absolute) => {
    const path = absolute.slice(root.length + 1);
    inspected.add(path);
    const known = before.rows.get(path);
    const status = known && statusOf(absolute);
    if (known !== undefined && status !== undefined && isSameFile(known, status)) {
      rows.set(path, known);
      return { digest: known[5], status };
    }
    const read = inspectFile(absolute);
    if (isOld(read.status)) rows.set(path, [...markOf(read.status), read.digest]);
    isNew.add(path);
    return read;
  };

  const folders = new Map<string, boolean>();
  const isSameFolder = (path: string): boolean => {
    const known = folders.get(path) ?? ((path === '.' || isSameFolder(dirname(path))) && isKeptFolder(path));
    folders.set(path, known);
    return known;
  };
  const isKeptFolder = (folder: string): boolean => {
    const [mark, status] = [before.folders.get(folder), statusOf(join(root, folder))];
    if (mark !== undefined && status?.isDirectory() === true && isSame(mark, status)) return true;
    isNew.add(folder);
    return false;
  };

  const isUnchanged = (): boolean =>
    [...before.folders.keys()].every(isSameFolder) &&
    [...before.rows].every(([path, row]) => isSameFile(row, statusOf(`${root}/${path}`)));

  const save = (found: Found): void => {
    const isChanged = JSON.stringify(found) !== JSON.stringify(before.found);
    if (isNew.size === 0 && rows.size === before.rows.size && !isChanged) return;
    const folders = foldersOf(inspected);
    const marks = folders.flatMap((folder) => {
      const status = statusOf(join(root, folder));
      return status?.isDirectory() === true && isOld(status) ? [[folder, markOf(status)] as const] : [];
    });
    const isAll = inspected.size === rows.size && marks.length === folders.length;
    const { settled } = found;
    const index = {
      genlock: `${genlock} ${root}`,
      found: isAll ? found : { settled },
      folders: Object.fromEntries(marks),
      rows: Object.fromEntries(rows),
    };
    writeIndex(file, JSON.stringify(index));
  };
  const isKept = (path: string): boolean => before.rows.has(path) && isSameFolder(dirname(path));
  return { root, sight: { inspect, isKept }, isSameFolder, isUnchanged, known: before.found, save };
}

/** Returns the status of a path; `undefined` on errors, which the later read of the file reports. */
function statusOf(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function markOf({ mtimeMs, ctimeMs, ino, mode, size }: Stats): Mark {
  return [mtimeMs, ctimeMs, ino, mode, size];
}

function isSameFile(row: Row, status: Stats | undefined): boolean {
  return status?.isFile() === true && isSame(row, status);
}

function isSame([mtime, ctime, ino, mode, size, digest]: Mark | Row, status: Stats): boolean {
  return (
    status.mtimeMs === mtime &&
    status.ctimeMs === ctime &&
    status.ino === ino &&
    status.mode === mode &&
    status.size === size &&
    (digest === undefined || digestPattern.test(digest))
  );
}

function foldersOf(paths: Iterable<string>): readonly string[] {
  const folders = new Set(['.']);
  for (const path of paths) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders];
}

interface Known {
  readonly rows: ReadonlyMap<string, Row>;
  readonly folders: ReadonlyMap<string, Mark>;
  readonly found: Found;
}

/**
 * Reads an index with minimal checks, because only Genlock writes to this folder. Invalid entries at worst cause cache
 * misses.
 */
function readIndex(file: string, genlock: string): Known {
  try {
    const index: { genlock: unknown; found: Found; folders: Record<string, Mark>; rows: Record<string, Row> } =
      JSON.parse(readFileSync(file, 'utf8'));
    const [rows, folders] = [Object.entries(index.rows), Object.entries(index.folders)];
    if (index.genlock === genlock && [...rows, ...folders].every(([, mark]) => Array.isArray(mark)))
      return { rows: new Map(rows), folders: new Map(folders), found: index.found };
  } catch {}
  return { rows: new Map(), folders: new Map(), found: {} };
}
