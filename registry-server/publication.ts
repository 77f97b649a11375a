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

/** Characters of what a packument says of one version; whoever asks for the package has to read that of all. */
const mostMetadata = 256 * 1024;

/** A version somebody wants to publish, checked from its request to the last file of its archive. */
export interface Publication {
  readonly name: string;
  readonly version: string;
  /** `sha512-…`, reckoned here. */
  readonly integrity: string;
  /** What was sent along of how it was made. */
  readonly attestation: Attestation | undefined;
  /** What Verdaccio is to store: nothing in it that wasn't checked. */
  readonly body: (by: Publisher) => Readonly<Record<string, unknown>>;
}

/**
 * Checks a publication as whoever adds the plugin will: the archive, the manifest, the package.json; and that the
 * request says nothing else than the archive.
 *
 * @param name the package the request's address names
 * @throws Refusal, and what reading a plugin throws
 */
export function readPublication(name: string, request: unknown): Publication {
  const { data } = bodySchema.safeParse(request);
  if (data === undefined) throw rejected('the request is no publication of one version with its integrity');
  const metadata = onlyVersion(data.versions);
  const { version } = metadata;
  if (data.name !== name || metadata.name !== name) throw rejected(`the request is for ${name} and speaks of another`);
  // npm takes it off, and Verdaccio ends over a file that is called so.
  if (version.includes('+'))
    throw rejected(`${version} has build metadata, which no registry keeps; leave out the + and what follows`);
  const file = archiveName(name, version);
  const { _attachments: attachments } = data;
  const { bytes, bundle } = attached(attachments, { file, name, version });
  const hash = (algorithm: string) => createHash(algorithm).update(bytes);
  const integrity = `sha512-${hash('sha512').digest('base64')}`;
  if (metadata.dist.integrity !== integrity) throw rejected('dist.integrity is not that of the archive');
  const shasum = hash('sha1').digest('hex');
  if (metadata.dist.shasum !== shasum) throw rejected('dist.shasum is not that of the archive');
  const files = requireSoundFiles(inspectArchive(bytes), 'package');
  requirePlugin(files, { name, version, integrity });
  requireSameAs(packageJsonOf(files), metadata);
  const tags = tagsOf(data['dist-tags'], version);
  const attestation = bundle === undefined ? undefined : readAttestation(bundle, { name, version, integrity });
  const said = saidOf(metadata);
  const checked = { name, version, integrity, attestation, shasum, file, bytes, files, tags, said };
  return { name, version, integrity, attestation, body: (by) => storedBody(checked, by) };
}

/** All of a publication, once nothing is wrong with it. */
interface Checked extends Omit<Publication, 'body'> {
  readonly shasum: string;
  /** What the archive is called. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly files: PackageFiles;
  readonly tags: Readonly<Record<string, string>>;
  readonly said: Json;
}

/** Who publishes, and what the registry signs of it. */
interface Publisher {
  readonly user: string;
  readonly signatures: readonly ReleaseSignature[];
}

function storedBody(
  { name, version, integrity, shasum, attestation, file, bytes, files, tags, said }: Checked,
  { user, signatures }: Publisher,
): Json {
  const dist = {
    integrity,
    shasum,
    tarball: `http://localhost/${name}/-/${file}`,
    ...sizes(files),
    signatures,
    ...(attestation !== undefined && { attestations: attestationsOf({ name, version }, attestation) }),
  };
  const by = { _npmUser: { name: user }, maintainers: [{ name: user }] };
  const archive = { content_type: 'application/octet-stream', data: bytes.toString('base64'), length: bytes.length };
  return {
    _id: name,
    name,
    'dist-tags': tags,
    versions: { [version]: { ...said, _id: `${name}@${version}`, ...by, dist } },
    _attachments: { [file]: archive },
  };
}

/** What npm calls the archive of a version: without the scope. */
export function archiveName(name: string, version: string): string {
  return `${name.split('/').at(-1) ?? name}-${version}.tgz`;
}

function onlyVersion(versions: z.infer<typeof bodySchema>['versions']): z.infer<typeof versionSchema> {
  const [[key, metadata] = [], ...others] = Object.entries(versions);
  if (metadata === undefined || others.length > 0) throw rejected('a request publishes one version');
  if (metadata.version !== key) throw rejected('the version in the request is not the one it is under');
  return metadata;
}

/** An archive, and the bundle of provenance if there is one: npm names that by the whole name. */
function attached(
  attachments: z.infer<typeof bodySchema>['_attachments'],
  { file, name, version }: { readonly file: string; readonly name: string; readonly version: string },
): { readonly bytes: Buffer; readonly bundle: string | undefined } {
  const bundleName = `${name}-${version}.sigstore`;
  const [[key, attachment] = [], ...others] = Object.entries(attachments).filter(([name]) => name !== bundleName);
  if (key === undefined || attachment === undefined || others.length > 0) {
    throw rejected('a request has one archive, and one attestation of how it was made at most');
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

/** By the client's own checks. */
function requirePlugin(files: PackageFiles, { name, version, integrity }: Identity): void {
  const { manifest } = pluginOf(files, { place: 'package', source: { kind: 'registry', url: '' }, integrity });
  requirePackageJson({ files, folder: 'package' });
  requireInert({ files, folder: 'package' });
  if (manifest.name === name && manifest.version === version) return;
  throw rejected(`manifest.json is that of ${manifest.name} ${manifest.version}, not of ${name} ${version}`);
}

type Json = Readonly<Record<string, unknown>>;

function packageJsonOf(files: PackageFiles): Json {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(new TextDecoder('utf-8', { ignoreBOM: false }).decode(files.get('package.json'))));
}

/** What npm acts on without looking into the archive. Beside it a packument says what people read, and nothing else npm would obey. */
const weighty = [
  ...['name', 'version', 'scripts', 'dependencies', 'optionalDependencies', 'peerDependencies'],
  ...['peerDependenciesMeta', 'bundleDependencies', 'bundledDependencies', 'engines', 'os', 'cpu', 'bin'],
];

/** What a packument says of a version: what npm acts on, and what people read. */
function saidOf(metadata: Json): Json {
  const actedOn = Object.fromEntries(Object.entries(metadata).filter(([key]) => weighty.includes(key)));
  const said = { ...actedOn, ...readVersionMetadata(metadata) };
  if (JSON.stringify(said).length <= mostMetadata) return said;
  throw rejected(`package.json and README take more than ${mostMetadata} characters`);
}

/** What the registry would tell of the package must be what the package says itself. */
function requireSameAs(packageJson: Json, metadata: Json): void {
  const differs = weighty.find((key) => !isDeepStrictEqual(filled(packageJson[key]), filled(metadata[key])));
  if (differs !== undefined) throw rejected(`package.json in the archive says otherwise of ${differs}`);
}

/** npm leaves out what is empty. */
function filled(value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === null ? undefined : value;
}

function tagsOf(tags: Readonly<Record<string, string>>, version: string): Readonly<Record<string, string>> {
  const entries = Object.entries(tags);
  if (entries.length === 0) throw rejected('a publication has tags of its own version only');
  for (const [tag, tagged] of entries) requireTag(tag, { version: tagged, standing: [version] });
  return Object.fromEntries(entries);
}

/**
 * A tag that is a range would never be found, and one of a version that isn't there is none.
 *
 * @throws Refusal
 */
export function requireTag(
  tag: string,
  { version, standing }: { readonly version: unknown; readonly standing: readonly string[] },
): void {
  if (!/^[a-z][a-z0-9._-]*$/iu.test(tag) || validRange(tag) !== null) throw rejected(`${tag} can't be a tag`);
  if (typeof version === 'string' && standing.includes(version)) return;
  throw rejected(`the tag ${tag} is of no version that is there`);
}

function sizes(files: PackageFiles): { readonly fileCount: number; readonly unpackedSize: number } {
  const unpackedSize = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { fileCount: files.size, unpackedSize };
}
