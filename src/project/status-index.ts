import {
  mkdirSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { digestPattern, type Digest } from '../core/digest.ts';
import { inspectFile } from './file-reader.ts';
import type { Sight } from './working.ts';

/**
 * What `genlock status` saw of a project last, kept in the user's folder for caches, so that it needn't read again what
 * hasn't changed since. For display only: nothing that is written is ever decided by it. One that is missing, damaged
 * or another Genlock's knows nothing.
 */
export interface StatusIndex {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Reads only what isn't the file that was read before. @throws GenlockError as `inspectFile` */
  readonly sight: Required<Sight>;
  /** Whether a folder of the project has the same names in it as when it was looked at last. */
  readonly isSameFolder: (path: string) => boolean;
  /** Whether every file and folder that was looked at last is the same: then whatever was found is still so. */
  readonly isUnchanged: () => boolean;
  readonly known: Found;
  /** Keeps what was inspected and found. Where that can't be written nothing happens. */
  readonly save: (found: Found) => void;
}

/** What is known of a project beside its files. */
export interface Found {
  readonly settled?: Settled;
  /** The edited files of a settled project of which none is gone or elsewhere. */
  readonly edited?: readonly string[];
}

/** A state in which `genlock sync` has nothing to do, whatever the user does to the project's files. */
export interface Settled {
  /** Digests of everything this rests on, by path. */
  readonly records: Readonly<Record<string, Digest>>;
  /** Folders of plugins, absolute, and the integrity of what they hold. */
  readonly folders: Readonly<Record<string, string>>;
}

/** Whose index, of what project. */
export interface IndexPlace {
  /** The folder for caches, absolute. */
  readonly cache: string;
  readonly root: string;
  /** Which Genlock asks. */
  readonly genlock: string;
  /** What time it is (ms). */
  readonly opened: number;
}

/** What tells one state of a file or folder from another: times of change of its content and of anything (ms). */
type Mark = readonly [mtime: number, ctime: number, ino: number, mode: number, size: number];
type Row = readonly [...Mark, digest: Digest];

/**
 * What changed less than this (ms) before it was looked at could change again and look the same: the coarsest clock of
 * a file system ticks every two seconds.
 */
const tick = 2000;

/** Opens the index of a project; an empty one if there is none. */
export function openIndex({ cache, root, genlock, opened }: IndexPlace): StatusIndex {
  const { dev, ino } = lstatSync(root);
  const file = join(cache, 'status', `${dev.toString(36)}-${ino.toString(36)}.json`);
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
    write(file, JSON.stringify(index));
  };
  const isKept = (path: string): boolean => before.rows.has(path) && isSameFolder(dirname(path));
  return { root, sight: { inspect, isKept }, isSameFolder, isUnchanged, known: before.found, save };
}

/** Nothing where it can't be had: why is said by who then reads the file. */
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

/** Nobody else writes there: what has the right outline is taken, and whatever else is in it at worst misses. */
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

/** Written beside and renamed: whoever reads meanwhile sees the one or the other. */
function write(file: string, text: string): void {
  const [folder, beside] = [dirname(file), `${file}.${String(process.pid)}`];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(beside, text, { mode: 0o600 });
    renameSync(beside, file);
    removeUnused(folder);
  } catch {
    // Nobody misses it; what is left of it goes with the unused ones.
  }
}

const longestUnused = 30 * 24 * 60 * 60 * 1000;

/** Projects go, and nobody says so. */
function removeUnused(folder: string): void {
  for (const name of readdirSync(folder)) {
    const status = statusOf(join(folder, name));
    if (status !== undefined && status.mtimeMs + longestUnused < Date.now())
      rmSync(join(folder, name), { force: true });
  }
}
