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
import { jsonOf } from './json.ts';

const versionSchema = z.strictObject({
  /** `sha512-…` of the archive that was accepted. */
  integrity: z.string(),
  /** It was taken back. Its number stays burned. */
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

/** What the gate remembers of a version. */
export interface VersionRecord extends z.infer<typeof versionSchema> {}

/** What the gate remembers of a package; it is never forgotten, so that nobody takes a name that was somebody's. */
export interface PackageRecord {
  /** Who may change it: whoever published it first, and whom they let. */
  readonly owners: readonly string[];
  readonly versions: ReadonlyMap<string, VersionRecord>;
}

/** The gate's memory: one file, always whole. One process at a time. */
export class Records {
  readonly #file: string;
  readonly #packages: Map<string, PackageRecord>;
  #taken: number;

  /** @throws GenlockError REGISTRY_SERVER_FAILED if the file is there and isn't what a gate wrote */
  constructor(file: string) {
    this.#file = file;
    const { packages, taken } = read(file);
    this.#packages = packages;
    this.#taken = taken;
  }

  /** How many lines of handovers are in it. */
  get taken(): number {
    return this.#taken;
  }

  /** Remembers what was given, and up to which line, at once. */
  take(changed: ReadonlyMap<string, PackageRecord>, taken: number): void {
    for (const [name, record] of changed) this.#packages.set(name, record);
    this.#taken = taken;
    this.#write();
  }

  of(name: string): PackageRecord | undefined {
    return this.#packages.get(name);
  }

  /** Every package that ever was, by name. */
  all(): ReadonlyMap<string, PackageRecord> {
    return this.#packages;
  }

  /** Remembers, on the disk before this returns; where that fails, not at all. Forgets, if nothing is given. */
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

  /** Takes back what was set and didn't happen. Where the disk is full it says so until the next time something is set. */
  takeBack(name: string, record: PackageRecord | undefined): void {
    this.#keep(name, record);
    try {
      this.#write();
    } catch {
      // A version too many is there again for the bytes it was recorded with; nothing of it can be taken by others.
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
  const { data } = recordsSchema.safeParse(jsonOf(text));
  if (data === undefined) {
    const message = 'the records of owners and versions are damaged; without them anybody could take any name';
    const hint = 'Put back the file of a backup.';
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
    const message = `the records of owners and versions can't be read: ${String(cause)}`;
    throw new GenlockError({ code: 'REGISTRY_SERVER_FAILED', message, where: { file } }, { cause });
  }
}

/** Beside it first, then in its place: whoever reads meanwhile, or after the power went, finds all of one or of the other. */
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
 * One write at the end of a file others may be writing at, too: what is there stays, and where the disk is full it stays
 * all there is. A line that was cut off before stays one of its own.
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
