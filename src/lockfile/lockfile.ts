import { isDeepStrictEqual } from 'node:util';
import { parse } from 'semver';
import * as z from 'zod';
import { registryUrl } from '../../registry-client/origins.ts';
import type { Footprint } from '../consent/footprint.ts';
import { printFootprint } from '../consent/footprint-increase.ts';
import { GenlockError } from '../errors/error.ts';
import type { Plugin, ProjectInputs, RecordedMigration, ReleaseFacts } from '../plugin/plugin.ts';
import { digestOf, digestPattern, type Digest } from '../core/digest.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { splitGitMerge } from '../project/git-merge-sides.ts';
import { isJson, printJson } from '../core/json.ts';
import { lockfilePath } from '../project/records.ts';
import { sortedMap } from '../core/tree.ts';
import { printSource } from './source.ts';

const count = z.number().int().min(0);
const name = z.string().min(1).max(300);
/** Limits exceed every valid route or package, and the number of values that a run can return. */
const facts = z.array(z.string().min(1).max(1000)).max(200_000);

const amount = z.strictObject({ lines: count, bytes: count });

const footprintSchema = z.strictObject({
  files: count,
  /** By the place where the code runs. */
  code: z.strictObject({
    build: amount,
    everyPage: amount,
    server: amount,
    onePage: amount,
    tests: amount,
    elsewhere: amount,
  }),
  styles: amount,
  /** `GET,POST /api/notes public` */
  routes: facts,
  models: facts,
  /** Absent in lockfiles of earlier versions. */
  reads: facts.default([]),
  extensions: facts.default([]),
  guards: facts.default([]),
  hosts: facts.default([]),
  middleware: facts.default([]),
  hooks: facts.default([]),
  jobs: facts.default([]),
  slots: facts.default([]),
  providers: facts,
  menu: facts,
  theme: facts,
  packages: facts,
  settings: facts,
  secrets: facts,
});

/** Release data from the registry that policies use. */
const releaseSchema = z.strictObject({
  publisher: z.string().max(4096).optional(),
  publishedAt: z.iso.datetime().optional(),
  deprecated: z.string().max(4096).optional(),
  trust: z
    .strictObject({
      signatures: z.enum(['verified', 'absent']),
      provenance: z.union([z.literal('absent'), z.strictObject({ issuer: name, subject: z.string().max(2000) })]),
    })
    .optional(),
});

/** Data migration that the project got with an update. */
const migrationSchema = z.strictObject({
  version: z.string().max(300).refine(isExactVersion, 'this is not an exact version'),
  /** Name of the project's last migration at the time of the update; empty without migrations. */
  after: z.string().max(300),
  /** Digest of the SQL. */
  script: z.string().regex(digestPattern),
});

const pluginSchema = z.strictObject({
  source: z
    .string()
    .regex(/^(?:bundled|folder|archive|registry):./u)
    .refine(isNormalSource, 'this is not a registry address in normal form'),
  version: name,
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/u),
  /** Digest of the run's inputs other than the package bytes. If it changed, the plugin runs again. */
  inputs: z.string().regex(digestPattern),
  /** Data about the project that the run received. Part of `inputs`; absent if the manifest asks for none. */
  received: z
    .strictObject({ entities: z.array(name).exactOptional(), capabilities: z.array(name).exactOptional() })
    .optional(),
  operations: z.string().regex(digestPattern),
  footprint: footprintSchema,
  /** Data migrations of updates; absent without any. */
  migrations: z.array(migrationSchema).min(1).max(1000).optional(),
  /** Present only for plugins from a registry. */
  release: releaseSchema.optional(),
  /** Installed but disabled: `"enabled": false` in genlock.json. */
  disabled: z.literal(true).optional(),
});

const lockfileSchema = z.strictObject({
  lockfileVersion: z.literal(1),
  genlock: name,
  renderer: count,
  plugins: z.record(z.string(), pluginSchema),
});

/**
 * Accepts registry sources only in the normal form that Genlock writes, so that policies check the same address that is
 * queried.
 */
function isNormalSource(source: string): boolean {
  const [, address] = /^registry:(.*)$/su.exec(source) ?? [];
  return address === undefined || registryUrl(address) === address;
}

/** The version is part of a path in the project. */
function isExactVersion(version: string): boolean {
  return parse(version)?.version === version;
}

/** Entry of an installed plugin. */
export type LockedPlugin = z.infer<typeof pluginSchema>;

/** Installed plugins, sorted by name. */
export interface Lockfile {
  /** Version of Genlock that wrote it. */
  readonly genlock: string;
  /** Version of the renderer. */
  readonly renderer: number;
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** After an unfinished git merge: the other side's entries of plugins that both sides have. */
  readonly rivals?: ReadonlyMap<string, LockedPlugin>;
}

/** Plugin with the results of its run. */
export interface RunPlugin {
  readonly plugin: Pick<Plugin, 'manifest' | 'source' | 'integrity' | 'release'>;
  /** Digest of the run's inputs other than the package bytes. */
  readonly inputs: Digest;
  readonly received?: ProjectInputs | undefined;
  /** Digest of its stored operations. */
  readonly operations: Digest;
  readonly footprint: Footprint;
  readonly migrations?: readonly RecordedMigration[] | undefined;
}

/** Creates the entry of a plugin. `root` is the absolute project folder. */
export function lockPlugin(
  { plugin, inputs, received, operations, footprint, migrations }: RunPlugin,
  root: string,
): LockedPlugin {
  return {
    source: printSource(plugin.source, root),
    version: plugin.manifest.version,
    integrity: plugin.integrity,
    inputs,
    ...(received !== undefined && { received: printReceived(received) }),
    operations,
    footprint: printFootprint(footprint),
    ...(migrations !== undefined && {
      migrations: migrations.map(({ version, after, script }) => ({ version, after, script: digestOf(script) })),
    }),
    ...(plugin.release === undefined ? {} : { release: printRelease(plugin.release) }),
  };
}

function printReceived({ entities, capabilities }: ProjectInputs): NonNullable<LockedPlugin['received']> {
  return {
    ...(entities !== undefined && { entities: [...entities] }),
    ...(capabilities !== undefined && { capabilities: [...capabilities] }),
  };
}

function printRelease({
  publisher,
  publishedAt,
  deprecated,
  trust,
}: ReleaseFacts): NonNullable<LockedPlugin['release']> {
  return {
    ...(publisher === undefined ? {} : { publisher }),
    ...(publishedAt === undefined ? {} : { publishedAt: publishedAt.toISOString() }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(trust === undefined ? {} : { trust: { ...trust } }),
  };
}

/** Returns the release data of an installed plugin; `undefined` if it is not from a registry. */
export function releaseOf({ release }: Pick<LockedPlugin, 'release'>): ReleaseFacts | undefined {
  if (release === undefined) return undefined;
  const { publishedAt, ...rest } = release;
  return { ...rest, ...(publishedAt === undefined ? {} : { publishedAt: new Date(publishedAt) }) };
}

/** Prints `genlock.lock.json`: sorted keys, one entry per line, no timestamps. */
export function printLockfile({ genlock, renderer, plugins }: Lockfile): string {
  return printJson({ lockfileVersion: 1, genlock, renderer, plugins: Object.fromEntries(plugins) });
}

/** Result of reading a lockfile. */
export interface LockfileReading {
  /** `undefined` if the file does not exist or cannot be read. */
  readonly lockfile: Lockfile | undefined;
  /** `merged`: the file contains both sides of a merge. `lost`: the file is truncated. */
  readonly state: 'whole' | 'merged' | 'lost' | 'absent';
  /** Both sides of a merge. `lockfile` contains the plugins of both sides and prefers our side. */
  readonly sides: readonly Lockfile[];
  /** Digest of the file's bytes; `undefined` if the file does not exist. */
  readonly digest: Digest | undefined;
}

/**
 * Returns the digest of the current lockfile; `undefined` if it does not exist.
 *
 * @throws GenlockError as `readLockfile`
 */
export function lockfileDigest(root: string): Digest | undefined {
  const bytes = readProjectFile({ root }, lockfilePath);
  return bytes === undefined ? undefined : digestOf(bytes);
}

/**
 * Reads the lockfile of a project, including merged and truncated lockfiles.
 *
 * @throws GenlockError as `parseLockfile`, except for invalid JSON; PROJECT_LINK, PROJECT_BLOCKED or
 * PROJECT_UNREADABLE.
 */
export function readLockfile(root: string): LockfileReading {
  const bytes = readProjectFile({ root }, lockfilePath);
  if (bytes === undefined) return { lockfile: undefined, state: 'absent', sides: [], digest: undefined };
  const digest = digestOf(bytes);
  const text = Buffer.from(bytes).toString('utf8');
  const sides = splitGitMerge(text);
  if (sides !== undefined) {
    const [ours, theirs] = [parseLockfile(sides.ours), parseLockfile(sides.theirs)];
    const plugins = sortedMap([...theirs.plugins, ...ours.plugins]);
    const newer = theirs.renderer > ours.renderer ? theirs : ours;
    const rivals = sortedMap(
      [...theirs.plugins].filter(([name, locked]) => !isDeepStrictEqual(locked, plugins.get(name))),
    );
    return { lockfile: { ...newer, plugins, rivals }, state: 'merged', sides: [ours, theirs], digest };
  }
  if (!isJson(text)) return { lockfile: undefined, state: 'lost', sides: [], digest };
  return { lockfile: parseLockfile(text), state: 'whole', sides: [], digest };
}

/**
 * @throws GenlockError PROJECT_LOCKFILE_VERSION if a newer Genlock wrote it; PROJECT_LOCKFILE_INVALID if it isn't what
 * Genlock writes, e.g. holds merge markers.
 */
export function parseLockfile(text: string): Lockfile {
  const json = parseJson(text);
  const version = z.object({ lockfileVersion: z.number() }).safeParse(json).data?.lockfileVersion;
  if (version !== undefined && version > 1) {
    const message = `${lockfilePath} has version ${String(version)}, which this version of Genlock does not support`;
    throw new GenlockError({ code: 'PROJECT_LOCKFILE_VERSION', message, where: { file: lockfilePath } });
  }
  const result = lockfileSchema.safeParse(json);
  if (result.success) return { ...result.data, plugins: sortedMap(Object.entries(result.data.plugins)) };
  const [issue] = result.error.issues;
  throw invalid(issue?.message ?? '', { key: issue?.path.join('.') ?? '' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(/^(?:<{7}|>{7}) /mu.test(text) ? 'it contains merge markers' : 'it is not JSON', { cause });
  }
}

function invalid(
  reason: string,
  { key = '', cause }: { readonly key?: string; readonly cause?: unknown },
): GenlockError {
  return new GenlockError(
    {
      code: 'PROJECT_LOCKFILE_INVALID',
      message: `${lockfilePath} cannot be used: ${reason}`,
      where: { file: lockfilePath, ...(key !== '' && { key }) },
    },
    { cause },
  );
}
