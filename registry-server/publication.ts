import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { validRange } from 'semver';
import * as z from 'zod';
import { inspectArchive } from '../registry-client/archive/inspect.ts';
import { archiveLimits } from '../registry-client/archive/limits.ts';
import { requireInert } from '../src/plugin/inert-package.ts';
import { pluginOf } from '../src/plugin/load.ts';
import { requireSoundFiles, type PackageFiles } from '../src/plugin/package-files.ts';
import { requirePackageJson } from '../src/plugin/package-json.ts';
import { attestationsOf, readAttestation, type Attestation } from './attestations.ts';
import { rejected } from './refusal.ts';
import { readVersionMetadata } from './version-metadata.ts';
import type { ReleaseSignature } from './signing-key.ts';

const versionSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  dist: z.looseObject({ integrity: z.string(), shasum: z.string() }),
});

const bodySchema = z.looseObject({
  name: z.string(),
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), versionSchema),
  _attachments: z.record(z.string(), z.looseObject({ data: z.string() })),
});

/**
 * Maximum metadata length of one version in characters. Every client that requests the package reads the metadata of
 * all versions.
 */
const mostMetadata = 256 * 1024;

/** A validated request to publish a version. Plain data, because it crosses the boundary of a process. */
export interface Publication {
  readonly name: string;
  readonly version: string;
  /** Calculated integrity of the archive: `sha512-…`. */
  readonly integrity: string;
  /** Uploaded attestation, if any. */
  readonly attestation: Attestation | undefined;
  readonly shasum: string;
  readonly archive: Archive;
  readonly tags: Readonly<Record<string, string>>;
  /** Metadata of the version for the packument. */
  readonly metadata: Json;
}

interface Archive {
  readonly file: string;
  /** Base64. */
  readonly data: string;
  /** Size in bytes. */
  readonly length: number;
  readonly fileCount: number;
  readonly unpackedSize: number;
}

/**
 * Validates a publication with the client's checks for archive, manifest and package.json. The request must match the
 * archive.
 *
 * @param name the package name in the request's address
 * @throws Refusal, and errors from reading a plugin
 */
export function readPublication(name: string, request: unknown): Publication {
  const { data } = bodySchema.safeParse(request);
  if (data === undefined) throw rejected('the request does not publish exactly one version with its integrity');
  const metadata = onlyVersion(data.versions);
  const { version } = metadata;
  if (data.name !== name || metadata.name !== name) throw rejected(`the request for ${name} describes another package`);
  // npm removes build metadata, and Verdaccio crashes with such file names.
  if (version.includes('+'))
    throw rejected(
      `${version} has build metadata, which registries do not support; remove the + and the text after it`,
    );
  const file = archiveName(name, version);
  const { _attachments: attachments } = data;
  const { bytes, bundle } = attached(attachments, { file, name, version });
  const hash = (algorithm: string) => createHash(algorithm).update(bytes);
  const integrity = `sha512-${hash('sha512').digest('base64')}`;
  if (metadata.dist.integrity !== integrity) throw rejected('dist.integrity does not match the archive');
  const shasum = hash('sha1').digest('hex');
  if (metadata.dist.shasum !== shasum) throw rejected('dist.shasum does not match the archive');
  const files = requireSoundFiles(inspectArchive(bytes), 'package');
  requirePlugin(files, { name, version, integrity });
  requireSameAs(packageJsonOf(files), metadata);
  const tags = tagsOf(data['dist-tags'], version);
  const attestation = bundle === undefined ? undefined : readAttestation(bundle, { name, version, integrity });
  const archive = { file, data: bytes.toString('base64'), length: bytes.length, ...sizes(files) };
  return { name, version, integrity, attestation, shasum, archive, tags, metadata: saidOf(metadata) };
}

/** The publishing user with the registry's signatures. */
interface Publisher {
  readonly user: string;
  readonly signatures: readonly ReleaseSignature[];
}

/** Returns the validated content for Verdaccio to store. */
export function storedBody(
  { name, version, integrity, shasum, attestation, archive, tags, metadata }: Publication,
  { user, signatures }: Publisher,
): Json {
  const { file, data, length, fileCount, unpackedSize } = archive;
  const dist = {
    integrity,
    shasum,
    tarball: `http://localhost/${name}/-/${file}`,
    ...{ fileCount, unpackedSize },
    signatures,
    ...(attestation !== undefined && { attestations: attestationsOf({ name, version }, attestation) }),
  };
  const by = { _npmUser: { name: user }, maintainers: [{ name: user }] };
  return {
    _id: name,
    name,
    'dist-tags': tags,
    versions: { [version]: { ...metadata, _id: `${name}@${version}`, ...by, dist } },
    _attachments: { [file]: { content_type: 'application/octet-stream', data, length } },
  };
}

/** Returns npm's archive name for a version, which omits the scope. */
export function archiveName(name: string, version: string): string {
  return `${name.split('/').at(-1) ?? name}-${version}.tgz`;
}

function onlyVersion(versions: z.infer<typeof bodySchema>['versions']): z.infer<typeof versionSchema> {
  const [[key, metadata] = [], ...others] = Object.entries(versions);
  if (metadata === undefined || others.length > 0) throw rejected('a request publishes one version');
  if (metadata.version !== key) throw rejected('the version in the request does not match its key');
  return metadata;
}

/** Returns the archive and the optional provenance bundle. npm names the bundle after the full package name. */
function attached(
  attachments: z.infer<typeof bodySchema>['_attachments'],
  { file, name, version }: { readonly file: string; readonly name: string; readonly version: string },
): { readonly bytes: Buffer; readonly bundle: string | undefined } {
  const bundleName = `${name}-${version}.sigstore`;
  const [[key, attachment] = [], ...others] = Object.entries(attachments).filter(([name]) => name !== bundleName);
  if (key === undefined || attachment === undefined || others.length > 0) {
    throw rejected('a request must have one archive, and at most one provenance attestation');
  }
  if (key.split('/').at(-1) !== file) throw rejected(`the attachment is not called ${file}`);
  const bytes = Buffer.from(attachment.data, 'base64');
  if (bytes.length > archiveLimits.packed) throw rejected(`the archive is larger than ${archiveLimits.packed} bytes`);
  return { bytes, bundle: attachments[bundleName]?.data };
}

interface Identity {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** Checks that the archive is a valid plugin, with the client's checks. */
function requirePlugin(files: PackageFiles, { name, version, integrity }: Identity): void {
  const { manifest } = pluginOf(files, { place: 'package', source: { kind: 'registry', url: '' }, integrity });
  requirePackageJson({ files, folder: 'package' });
  requireInert({ files, folder: 'package' });
  if (manifest.name === name && manifest.version === version) return;
  throw rejected(`manifest.json describes ${manifest.name} ${manifest.version} instead of ${name} ${version}`);
}

type Json = Readonly<Record<string, unknown>>;

function packageJsonOf(files: PackageFiles): Json {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(new TextDecoder('utf-8', { ignoreBOM: false }).decode(files.get('package.json'))));
}

/** Metadata that npm uses without reading the archive. Packuments contain only these keys and descriptive fields. */
const weighty = [
  ...['name', 'version', 'scripts', 'dependencies', 'optionalDependencies', 'peerDependencies'],
  ...['peerDependenciesMeta', 'bundleDependencies', 'bundledDependencies', 'engines', 'os', 'cpu', 'bin'],
];

/** Returns a version's packument metadata: the keys that npm uses, and descriptive fields. */
function saidOf(metadata: Json): Json {
  const actedOn = Object.fromEntries(Object.entries(metadata).filter(([key]) => weighty.includes(key)));
  const said = { ...actedOn, ...readVersionMetadata(metadata) };
  if (JSON.stringify(said).length <= mostMetadata) return said;
  throw rejected(`package.json and README take more than ${mostMetadata} characters`);
}

/** Checks that the registry's metadata matches the archive's package.json. */
function requireSameAs(packageJson: Json, metadata: Json): void {
  const differs = weighty.find((key) => !isDeepStrictEqual(filled(packageJson[key]), filled(metadata[key])));
  if (differs !== undefined) throw rejected(`package.json in the archive says otherwise of ${differs}`);
}

/** Normalizes empty values, because npm omits them. */
function filled(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === null ? undefined : value;
}

function tagsOf(tags: Readonly<Record<string, string>>, version: string): Readonly<Record<string, string>> {
  const entries = Object.entries(tags);
  if (entries.length === 0) throw rejected('a publication must have tags, and only for its own version');
  for (const [tag, tagged] of entries) requireTag(tag, { version: tagged, published: [version] });
  return Object.fromEntries(entries);
}

/**
 * Checks that a tag is not a range, because ranges are never looked up as tags, and that its version exists.
 *
 * @throws Refusal
 */
export function requireTag(
  tag: string,
  { version, published }: { readonly version: unknown; readonly published: readonly string[] },
): void {
  if (!/^[a-z][a-z0-9._-]*$/iu.test(tag) || validRange(tag) !== null) throw rejected(`${tag} is not a valid tag`);
  if (typeof version === 'string' && published.includes(version)) return;
  throw rejected(`the tag ${tag} names a version that does not exist`);
}

function sizes(files: PackageFiles): { readonly fileCount: number; readonly unpackedSize: number } {
  const unpackedSize = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { fileCount: files.size, unpackedSize };
}

/** Returns whether the body of a request has an archive. */
export function hasAttachments(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('_attachments' in body)) return false;
  const { _attachments: attachments } = body;
  return typeof attachments !== 'object' || attachments === null || Object.keys(attachments).length > 0;
}
