import * as z from 'zod';
import type { Operation } from '../../sandbox/index.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contents } from '../plan/plan.ts';
import type { Contribution, Manifest } from '../plugin/plugin.ts';
import { digestOf, digestPattern, type Digest } from '../core/digest.ts';
import { printJson } from '../core/json.ts';

/** A plugin's result, as it is kept in the project. */
export interface StoredOperations {
  /** Of the stored text; pinned in the lockfile. */
  readonly digest: Digest;
  /** The stored text and the package files it refers to. */
  readonly objects: Contents;
  /** What reading it back gives. Render from this, so that rendering again from what is stored gives the same bytes. */
  readonly contribution: Contribution;
}

/** Everything `render` needs of a plugin as one JSON text, and beside it the package files its operations name. */
export function storeOperations({ manifest, settings, operations, files }: Contribution): StoredOperations {
  const used = new Map(sourcesOf(operations).flatMap((source) => entryOf(files, source)));
  const text = printJson({
    version: 1,
    manifest,
    settings,
    operations,
    files: Object.fromEntries([...used].map(([path, bytes]) => [path, digestOf(bytes)])),
  });
  const digest = digestOf(text);
  const readBack: Omit<Contribution, 'files'> = JSON.parse(text);
  return {
    digest,
    objects: new Map<Digest, string | Uint8Array>([
      [digest, text],
      ...[...used.values()].map((bytes) => [digestOf(bytes), bytes] as const),
    ]),
    contribution: { ...pick(readBack), files: used },
  };
}

function pick({ manifest, settings, operations }: Omit<Contribution, 'files'>): Omit<Contribution, 'files'> {
  return { manifest, settings, operations };
}

function sourcesOf(operations: readonly Operation[]): readonly string[] {
  const sources = operations
    .filter((operation) => operation.kind === 'copyTemplates')
    .flatMap((operation) => operation.files.flatMap((file) => ('source' in file ? [file.source] : [])));
  return [...new Set(sources)].sort();
}

function entryOf(files: Contribution['files'], path: string): readonly (readonly [string, Uint8Array])[] {
  const bytes = files.get(path);
  return bytes === undefined ? [] : [[path, bytes]];
}

const storedSchema = z.strictObject({
  version: z.literal(1),
  manifest: z.unknown(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  operations: z.unknown(),
  files: z.record(z.string(), z.string().regex(digestPattern)),
});

/** How stored operations are read back. */
export interface StoredReading {
  readonly digest: Digest;
  /** The bytes of an object, proved by their digest. */
  readonly read: (digest: Digest) => Uint8Array;
  /** Judges the manifest and the operations again, as if they came from the sandbox now; throws if they don't pass. */
  readonly judge: (stored: {
    readonly manifest: unknown;
    readonly operations: unknown;
    /** Package path → digest. */
    readonly files: Readonly<Record<string, string>>;
  }) => {
    readonly manifest: Manifest;
    readonly operations: readonly Operation[];
  };
}

/**
 * A contribution from what is stored. A project is input like any other: the bytes are proved, the shape is checked,
 * and the operations pass the same judgement as those of a run.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID, and whatever `judge` throws.
 */
export function readOperations({ digest, read, judge }: StoredReading): Contribution {
  const stored = shaped(read(digest), digest);
  const { settings, files } = stored;
  const { manifest, operations } = judge(stored);
  return {
    manifest,
    settings,
    operations,
    files: new Map(Object.entries(files).map(([path, fileDigest]) => [path, read(fileDigest)])),
  };
}

/** What a stored contribution is kept by. */
type StoredBytes = Pick<StoredReading, 'digest' | 'read'>;

/**
 * The bytes of a contribution that isn't rendered, so that they can be kept: its stored text and the package files it refers to.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID
 */
export function storedObjects({ digest, read }: StoredBytes): Contents {
  const text = read(digest);
  const { files } = shaped(text, digest);
  return new Map([[digest, text], ...Object.values(files).map((file) => [file, read(file)] as const)]);
}

/** The manifest of a stored contribution, which nobody has judged. @throws GenlockError PROJECT_OBJECT_INVALID */
export function storedManifest({ digest, read }: StoredBytes): unknown {
  return shaped(read(digest), digest).manifest;
}

function shaped(text: Uint8Array, digest: Digest): z.infer<typeof storedSchema> {
  const stored = storedSchema.safeParse(parse(text));
  if (!stored.success) throw invalid(digest, stored.error);
  return stored.data;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function invalid(digest: Digest, cause: unknown): GenlockError {
  return new GenlockError(
    { code: 'PROJECT_OBJECT_INVALID', message: `the stored operations ${digest} cannot be read` },
    { cause },
  );
}
