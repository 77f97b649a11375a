import { Parser, type ReadEntry } from 'tar';
import { entryProblem, packageRoot } from './entry.ts';
import { archiveLimits, type ArchiveLimits } from './limits.ts';
import { refused } from './refused.ts';
import { unzip } from './unzip.ts';

/** Path in the package (POSIX, without the archive's `package/`) → bytes, sorted by path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

const block = 512;

/**
 * Reads a package's archive in memory: one gzip stream, one tar in it, plain files and folders below `package/`, every
 * path once, everything bounded, nothing before, between or behind them. Nothing is written anywhere.
 *
 * @throws RegistryError ARCHIVE_REFUSED with the first thing that is wrong
 */
export function inspectArchive(packed: Uint8Array, limits: ArchiveLimits = archiveLimits): PackageFiles {
  const tar = unzip(packed, limits);
  const inspection = new Inspection(limits);
  try {
    parse(tar, inspection);
  } catch (cause) {
    throw cause instanceof Error && cause.name === 'RegistryError' ? cause : refused('its tar is damaged', cause);
  }
  const rest = tar.subarray(inspection.end);
  if (rest.length < 2 * block) throw refused('it breaks off');
  if (rest.some((byte) => byte !== 0)) throw refused('something follows its end');
  return inspection.files();
}

function parse(tar: Buffer, inspection: Inspection): void {
  const parser = new Parser({ strict: true, brotli: false, zstd: false, maxMetaEntrySize: 8192 });
  parser.on('entry', (entry) => inspection.take(entry));
  parser.on('meta', (text) => inspection.takeMeta(text));
  parser.on('ignoredEntry', () => {
    throw refused('it has an entry of an unknown kind, or a header that is too long');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.end(tar);
}

/** What has been read of an archive so far. */
class Inspection {
  /** Bytes read. */
  end = 0;
  readonly #limits: ArchiveLimits;
  readonly #chunks = new Map<string, Uint8Array[]>();
  readonly #folders = new Set<string>();
  #entries = 0;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  take(entry: ReadEntry): void {
    this.#entries += 1;
    if (this.#entries > this.#limits.entries) throw refused(`it has more than ${this.#limits.entries} entries`);
    const problem = entryProblem(entry, this.#limits);
    if (problem !== undefined) throw refused(problem);
    this.end += block + entry.startBlockSize;
    if (entry.type === 'Directory') this.#folder(entry.path);
    else this.#file(entry);
    entry.resume();
  }

  /** Headers that say more of the entry after them. */
  takeMeta(text: string): void {
    if (text.includes('\0')) throw refused('a header holds a NUL');
    // Its length couldn't be known any more, and with it where the archive ends.
    if (text.includes('\uFFFD')) throw refused('a header is no UTF-8');
    if (!text.split('\n').every(isRecord)) throw refused('a header holds a record of another length than it says');
    this.end += block + Math.ceil(Buffer.byteLength(text) / block) * block;
  }

  files(): PackageFiles {
    const files = [...this.#chunks].map(([path, chunks]) => [path, Buffer.concat(chunks)] as const);
    if (files.length === 0) throw refused('it is empty');
    return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #folder(path: string): void {
    const folder = path.replace(/\/$/u, '');
    if (this.#chunks.has(belowRoot(folder))) throw refused(`${folder} is a file and a folder`);
    this.#folders.add(belowRoot(folder));
  }

  #file(entry: ReadEntry): void {
    const path = belowRoot(entry.path);
    if (this.#chunks.has(path)) throw refused(`${entry.path} is in it twice`);
    if (this.#folders.has(path)) throw refused(`${entry.path} is a file and a folder`);
    const parents = path.split('/').slice(0, -1);
    parents.forEach((_, index) => this.#folder([packageRoot, ...parents.slice(0, index + 1)].join('/')));
    const chunks: Uint8Array[] = [];
    this.#chunks.set(path, chunks);
    entry.on('data', (chunk) => chunks.push(chunk));
  }
}

/** Whether a line is a record by itself; programs don't agree on those that are longer or shorter than they say. */
function isRecord(line: string, index: number, lines: readonly string[]): boolean {
  if (line === '') return index === lines.length - 1;
  return /^(\d+) /u.exec(line)?.[1] === String(Buffer.byteLength(line) + 1);
}

function belowRoot(path: string): string {
  return path.slice(packageRoot.length + 1);
}
