import * as z from 'zod';
import type { Operation } from '../../sandbox/index.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contents } from '../plan/plan.ts';
import type { Contribution, Manifest, RecordedMigration } from '../plugin/plugin.ts';
import { digestOf, digestPattern, type Digest } from '../core/digest.ts';
import { printJson, tryParseJson } from '../core/json.ts';

/** Operations of a plugin as stored in a project. */
export interface StoredOperations {
  /** Digest of the stored text. The lockfile pins it. */
  readonly digest: Digest;
  /** Stored text and the package files that it refers to. */
  readonly objects: Contents;
  /**
   * Contribution as read back from the stored text. Render this one, so that later renderings of the stored data give
   * the same bytes.
   */
  readonly contribution: Contribution;
}

/**
 * Stores a contribution: one JSON text with everything that `render` needs, and the package files that the operations
 * name.
 */
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

/** Adds the data migrations of a plugin to its contribution. They are stored, but not part of its operations. */
export function withMigrations(stored: StoredOperations, migrations: readonly RecordedMigration[]): StoredOperations {
  if (migrations.length === 0) return stored;
  const scripts = migrations.map(({ script }) => [digestOf(script), script] as const);
  return {
    ...stored,
    objects: new Map([...stored.objects, ...scripts]),
    contribution: { ...stored.contribution, migrations },
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

/** Inputs for reading stored operations. */
export interface StoredReading {
  readonly digest: Digest;
  /** Reads an object and verifies its digest. */
  readonly read: (digest: Digest) => Uint8Array;
  /** Validates the manifest and the operations like new ones from the sandbox. Throws if they are invalid. */
  readonly validate: (stored: {
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
 * Reads a stored contribution. Treats the project as untrusted input: verifies the bytes, checks the schema, and
 * validates the operations as after a run.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID, and any error of `validate`.
 */
export function readOperations({ digest, read, validate }: StoredReading): Contribution {
  const stored = shaped(read(digest), digest);
  const { settings, files } = stored;
  const { manifest, operations } = validate(stored);
  return {
    manifest,
    settings,
    operations,
    files: new Map(Object.entries(files).map(([path, fileDigest]) => [path, read(fileDigest)])),
  };
}

/** Digest of a stored contribution, and a reader for its objects. */
type StoredBytes = Pick<StoredReading, 'digest' | 'read'>;

/**
 * Returns the objects of a contribution that is not rendered, so that they are kept: its stored text and the package
 * files that it refers to.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID
 */
export function storedObjects({ digest, read }: StoredBytes): Contents {
  const text = read(digest);
  const { files } = shaped(text, digest);
  return new Map([[digest, text], ...Object.values(files).map((file) => [file, read(file)] as const)]);
}

/**
 * Reads the manifest of a stored contribution without validation.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID
 */
export function storedManifest({ digest, read }: StoredBytes): unknown {
  return shaped(read(digest), digest).manifest;
}

function shaped(text: Uint8Array, digest: Digest): z.infer<typeof storedSchema> {
  const stored = storedSchema.safeParse(tryParseJson(Buffer.from(text).toString('utf8')));
  if (!stored.success) throw invalid(digest, stored.error);
  return stored.data;
}

function invalid(digest: Digest, cause: unknown): GenlockError {
  return new GenlockError(
    { code: 'PROJECT_OBJECT_INVALID', message: `the stored operations ${digest} cannot be read` },
    { cause },
  );
}
