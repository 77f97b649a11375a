import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import * as z from 'zod';
import { GenlockError } from '../src/errors/error.ts';
import { tryParseJson } from '../src/core/json.ts';

const versionSchema = z.strictObject({
  /** Integrity of the accepted archive: `sha512-…`. */
  integrity: z.string(),
  /** The version was unpublished. Its number cannot be reused. */
  withdrawn: z.literal(true).exactOptional(),
});

const packageSchema = z.strictObject({
  owners: z.array(z.string()),
  versions: z.record(z.string(), versionSchema),
});

const recordsSchema = z.strictObject({
  version: z.literal(1),
  packages: z.record(z.string(), packageSchema),
  taken: z.int().exactOptional(),
});

/** Gate record of a version. */
export interface VersionRecord extends z.infer<typeof versionSchema> {}

/** Gate record of a package. Records are permanent, so that another user cannot take a package name. */
export interface PackageRecord {
  /** Users who may change the package: the first publisher and users added later. */
  readonly owners: readonly string[];
  readonly versions: ReadonlyMap<string, VersionRecord>;
}

/** Gate records in one file, which is always complete. Only one process may use the file. */
export class Records {
  readonly #file: string;
  readonly #packages: Map<string, PackageRecord>;
  #taken: number;

  /**
   * Reads the records.
   *
   * @throws GenlockError REGISTRY_SERVER_FAILED if an existing file is damaged
   */
  constructor(file: string) {
    this.#file = file;
    const { packages, taken } = read(file);
    this.#packages = packages;
    this.#taken = taken;
  }

  /** Number of applied lines in the grants file. */
  get taken(): number {
    return this.#taken;
  }

  /** Stores applied grants and the number of applied lines together. */
  take(changed: ReadonlyMap<string, PackageRecord>, taken: number): void {
    for (const [name, record] of changed) this.#packages.set(name, record);
    this.#taken = taken;
    this.#write();
  }

  of(name: string): PackageRecord | undefined {
    return this.#packages.get(name);
  }

  /** Returns all packages, including removed packages, by name. */
  all(): ReadonlyMap<string, PackageRecord> {
    return this.#packages;
  }

  /**
   * Stores a record on disk before returning, or removes a record for `undefined`. If the write fails, the records are
   * unchanged.
   */
  set(name: string, record: PackageRecord | undefined): void {
    const before = this.#packages.get(name);
    this.#keep(name, record);
    try {
      this.#write();
    } catch (error) {
      this.#keep(name, before);
      throw error;
    }
  }

  /** Restores a record after a failed write. If the disk is full, the file is only corrected by the next write. */
  takeBack(name: string, record: PackageRecord | undefined): void {
    this.#keep(name, record);
    try {
      this.#write();
    } catch {
      // An extra version remains on disk and is reserved for the same bytes. Other users cannot take it.
    }
  }

  #keep(name: string, record: PackageRecord | undefined): void {
    if (record === undefined) this.#packages.delete(name);
    else this.#packages.set(name, record);
  }

  #write(): void {
    const plain = [...this.#packages].map(([name, { owners, versions }]) => [
      name,
      { owners, versions: Object.fromEntries(versions) },
    ]);
    const document = { version: 1, packages: Object.fromEntries(plain), taken: this.#taken };
    writeWhole(this.#file, `${JSON.stringify(document, null, 2)}\n`);
  }
}

function read(file: string): { readonly packages: Map<string, PackageRecord>; readonly taken: number } {
  const text = textOf(file);
  if (text === undefined) return { packages: new Map(), taken: 0 };
  const { data } = recordsSchema.safeParse(tryParseJson(text));
  if (data === undefined) {
    const message = 'the records of owners and versions are damaged; without them, any user could take any name';
    const hint = 'Restore the file from a backup.';
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, hint, where: { file } });
  }
  const packages = Object.entries(data.packages).map(([name, { owners, versions }]) => {
    return [name, { owners, versions: new Map(Object.entries(versions)) }] as const;
  });
  return { packages: new Map(packages), taken: data.taken ?? 0 };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    const message = `the records of owners and versions cannot be read: ${String(cause)}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, where: { file } }, { cause });
  }
}

/**
 * Writes a file atomically: first to a temporary file, then by renaming. Readers always find the complete old or new
 * content, even after a power failure.
 */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

const newline = 10;

/**
 * Appends a line with a single write, for files with several writers. If the write fails, the file is restored to its
 * old size. An incomplete last line is terminated first.
 */
export function appendLine(file: string, line: string): void {
  const descriptor = openSync(file, 'a', 0o600);
  const { size } = fstatSync(descriptor);
  try {
    const isWhole = size === 0 || readFileSync(file).at(-1) === newline;
    writeFileSync(descriptor, `${isWhole ? '' : '\n'}${line}\n`);
    fsyncSync(descriptor);
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}
