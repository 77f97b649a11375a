import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { entryProblem, packageRoot } from './entry.ts';
import { archiveLimits, type ArchiveLimits } from './limits.ts';
import { requireSoundRecords } from './records.ts';
import { refused } from './archive-error.ts';
import { unzip } from './unzip.ts';

/** Path in the package (POSIX, without the `package/` prefix) → bytes, sorted by path. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

const block = 512;
/** Byte offsets of the size and type fields in a tar header. */
const sizeField = 124;
const kindField = 156;

/**
 * Reads a package archive in memory, without writing files. Accepts one gzip stream with one tar archive of regular
 * files and folders below `package/`. Paths must be unique, all sizes are limited, and no extra bytes are allowed.
 *
 * @throws RegistryError ARCHIVE_REFUSED with the first problem
 */
export function inspectArchive(packed: Uint8Array, limits: ArchiveLimits = archiveLimits): PackageFiles {
  const tar = unzip(packed, limits);
  const inspection = new Inspection(tar, limits);
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

/** State while an archive is read. */
class Inspection {
  /** Number of bytes read. */
  end = 0;
  readonly #tar: Buffer;
  readonly #limits: ArchiveLimits;
  readonly #chunks = new Map<string, Uint8Array[]>();
  readonly #folders = new Set<string>();
  #entries = 0;
  #headers = 0;
  /** Whether an extended header applies to the next entry. */
  #isAnnounced = false;

  constructor(tar: Buffer, limits: ArchiveLimits) {
    this.#tar = tar;
    this.#limits = limits;
  }

  take(entry: ReadEntry): void {
    this.#entries += 1;
    this.#isAnnounced = false;
    if (this.#entries > this.#limits.entries) throw refused(`it has more than ${this.#limits.entries} entries`);
    const problem = entryProblem(entry, this.#limits);
    if (problem !== undefined) throw refused(problem);
    if (entry.size !== this.#sizeSaid()) throw refused(`two headers don't agree on the size of ${entry.path}`);
    this.end += block + entry.startBlockSize;
    if (entry.type === 'Directory') this.#folder(belowRoot(entry.path).replace(/\/$/u, ''));
    else this.#file(entry);
    entry.resume();
  }

  /** Checks an extended or global header, which adds metadata to later entries. */
  takeMeta(text: string): void {
    this.#headers += 1;
    if (this.#headers > this.#limits.entries) throw refused(`it has more than ${this.#limits.entries} extra headers`);
    const kind = this.#tar.toString('latin1', this.end + kindField, this.end + kindField + 1);
    if (kind !== 'x' && kind !== 'g') throw refused('it has an entry of an unknown kind, or a header that is too long');
    if (kind === 'x' && this.#isAnnounced) throw refused('two extended headers describe one entry');
    this.#isAnnounced ||= kind === 'x';
    requireSoundRecords(text);
    this.end += block + Math.ceil(Buffer.byteLength(text) / block) * block;
  }

  /** Returns the size from the entry's own header. An extended header may repeat this size but not change it. */
  #sizeSaid(): number {
    const octal = this.#tar.toString('latin1', this.end + sizeField, this.end + sizeField + 12);
    return Number.parseInt(octal, 8);
  }

  files(): PackageFiles {
    const files = [...this.#chunks].map(([path, chunks]) => [path, Buffer.concat(chunks)] as const);
    if (files.length === 0) throw refused('it is empty');
    return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Records a folder and its parents. @param path below the archive's root, without a trailing slash */
  #folder(path: string): void {
    for (let folder = path; folder !== '' && !this.#folders.has(folder); folder = folderOf(folder)) {
      if (this.#chunks.has(folder)) throw refused(`${packageRoot}/${folder} is a file and a folder`);
      this.#folders.add(folder);
    }
  }

  #file(entry: ReadEntry): void {
    const path = belowRoot(entry.path);
    if (this.#chunks.has(path)) throw refused(`${entry.path} is in it twice`);
    if (this.#folders.has(path)) throw refused(`${entry.path} is a file and a folder`);
    this.#folder(folderOf(path));
    const chunks: Uint8Array[] = [];
    this.#chunks.set(path, chunks);
    entry.on('data', (chunk) => chunks.push(chunk));
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function belowRoot(path: string): string {
  return path.slice(packageRoot.length + 1);
}
