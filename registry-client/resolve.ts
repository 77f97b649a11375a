import { pathToFileURL } from 'node:url';
import npmFetch from 'npm-registry-fetch';
import semver from 'semver';
import { archiveLimits } from './archive/limits.ts';
import { chooseVersion, newestVersion } from './choose-version.ts';
import { RegistryError } from './errors.ts';
import { archivesIn, readMirrored } from './mirror-folder.ts';
import { isWithin } from './origins.ts';
import {
  packumentUrl,
  publishedAt,
  readPackument,
  readVersion,
  type Packument,
  type PackumentVersion,
} from './packument.ts';
import { forName, registryOf, requireRegistry } from './registries.ts';
import type { FoundRelease, Release, Trust } from './release.ts';
import { request } from './request.ts';
import { networkLimits, type ClientSettings } from './settings.ts';
import { requireName, type RegistrySpec } from './spec.ts';
import { fetchProvenance } from './provenance.ts';
import { fetchKeys } from './registry-keys.ts';
import { checkSignatures } from './signatures.ts';

/**
 * Finds the best version that is old enough and verifies its signatures and provenance.
 *
 * @throws RegistryError
 */
export async function resolveRelease(spec: RegistrySpec, settings: ClientSettings): Promise<Release> {
  const found = await findRelease(spec, settings);
  return { ...found, trust: await verifyTrust(found, forName(spec.name, settings)) };
}

/**
 * Verifies a release's registry signatures and provenance.
 *
 * @throws RegistryError REGISTRY_SIGNATURE_INVALID, REGISTRY_PROVENANCE_INVALID for invalid proofs, and all errors of
 * `request`
 */
async function verifyTrust(release: FoundRelease, settings: ClientSettings): Promise<Trust> {
  const [keys, provenance] = await Promise.all([
    release.signatures.length === 0 ? [] : fetchKeys(release.registry, settings),
    fetchProvenance(release, settings),
  ]);
  return { signatures: checkSignatures(release, keys, settings), provenance };
}

/**
 * Finds a release without verifying signatures and provenance, for releases with pinned integrity.
 *
 * @throws RegistryError
 */
export async function findRelease(spec: RegistrySpec, settings: ClientSettings): Promise<FoundRelease> {
  // A pinned name comes from the lockfile and was not validated.
  requireName(spec.name);
  const registry = spec.registry ?? registryOf(spec, settings);
  const { mirror } = settings;
  // Cached packages of other registries can be used offline, because no connection is opened.
  if (mirror !== undefined || !settings.offline) requireRegistry({ name: spec.name, registry }, settings);
  if (mirror === undefined) return findAt({ spec, registry }, settings);
  try {
    const { place } = mirror;
    if ('folder' in place) return findInFolder(place.folder, { spec, registry }, settings);
    return await findAt({ spec, registry, mirror: place.url }, settings);
  } catch (error) {
    if (mirror.mode === 'prefer' && isUnknown(error, settings)) return findAt({ spec, registry }, settings);
    throw error;
  }
}

/** Returns whether a mirror does not have a package, or has no cached data about it while offline. */
function isUnknown(error: unknown, { offline }: ClientSettings): boolean {
  if (!(error instanceof RegistryError)) return false;
  return error.code === 'REGISTRY_PACKAGE_NOT_FOUND' || (offline && error.code === 'REGISTRY_OFFLINE');
}

/** A package with its sources. */
export interface Asked {
  readonly spec: RegistrySpec;
  /** Registry of the package. */
  readonly registry: string;
  /** Mirror registry that is queried instead. */
  readonly mirror?: string;
}

async function findAt(asked: Asked, settings: ClientSettings): Promise<FoundRelease> {
  const { spec, registry } = asked;
  const packument = await fetchPackument(asked, settings);
  const version = chooseVersion(packument, { spec, registry }, settings);
  const release = releaseOf(readVersion(packument, version), { ...asked, packument, now: settings.now });
  return { ...release, newest: newestVersion(packument, asked, settings) };
}

/** Finds a release in a mirror folder. Folders provide no times, no signatures and no tags except `latest`. */
function findInFolder(folder: string, { spec, registry }: Asked, settings: ClientSettings): FoundRelease {
  const { name } = spec;
  const archives = archivesIn({ folder, name });
  const versions = [...archives.keys()];
  const latest = semver.maxSatisfying(versions, '*') ?? semver.rsort(versions)[0] ?? '';
  const described = Object.fromEntries(versions.map((version) => [version, { name, version }]));
  const packument = { name, 'dist-tags': { latest }, versions: described };
  const version = chooseVersion(packument, { spec, registry }, settings);
  const file = archives.get(version) ?? '';
  const { integrity } = readMirrored(file, (settings.archive ?? archiveLimits).packed);
  return {
    name,
    version,
    registry,
    file,
    tarball: pathToFileURL(file).href,
    integrity,
    publishedAt: undefined,
    publisher: undefined,
    signatures: [],
    attestations: undefined,
    deprecated: undefined,
    newest: newestVersion(packument, { spec, registry }, settings),
  };
}

/** Fetches a package document from a registry or its mirror. @throws RegistryError */
export async function fetchPackument(
  { spec, registry, mirror = registry }: Asked,
  settings: ClientSettings,
): Promise<Packument> {
  requireName(spec.name);
  const answerBytes = settings.limits?.packumentBytes ?? networkLimits.packumentBytes;
  // Pinned packages can use an older response.
  const fresh = spec.isPinned === true ? {} : ({ fresh: true } as const);
  const asked = { registry: mirror, what: spec.name, answerBytes, ...fresh };
  const url = packumentUrl(spec.name, mirror);
  const answer: unknown = await request(asked, forName(spec.name, settings), (options) => npmFetch.json(url, options));
  return readPackument(answer, spec.name);
}

interface Origin {
  readonly packument: Packument;
  readonly registry: string;
  readonly mirror?: string;
  readonly now: Date;
}

function releaseOf(
  { name, version, dist, deprecated, _npmUser }: PackumentVersion,
  { packument, registry, mirror, now }: Origin,
): FoundRelease {
  const tarball = tarballUrl(dist.tarball, { name, version });
  return {
    name,
    version,
    registry,
    ...(mirror === undefined ? { tarball } : { mirror, tarball: mirrored(tarball, { registry, mirror }) }),
    integrity: strongest(dist.integrity, { name, version }),
    publishedAt: publishedAt(packument, { version, now }),
    publisher: _npmUser?.name,
    signatures: dist.signatures ?? [],
    attestations: dist.attestations?.url,
    deprecated: typeof deprecated === 'string' && deprecated !== '' ? deprecated : undefined,
  };
}

interface Named {
  readonly name: string;
  readonly version: string;
}

function tarballUrl(text: string, { name, version }: Named): string {
  if (URL.canParse(text)) return new URL(text).href;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${name} ${version} has no address of its archive`);
}

/** Returns an archive's address at a mirror, for mirrors that copy addresses from the registry. */
function mirrored(
  tarball: string,
  { registry, mirror }: { readonly registry: string; readonly mirror: string },
): string {
  const url = new URL(tarball);
  if (isWithin(url, mirror) || !isWithin(url, registry)) return tarball;
  return new URL(`.${url.pathname.slice(new URL(registry).pathname.length - 1)}${url.search}`, mirror).href;
}

/** Returns the sha512 hash. An integrity value may contain several hashes. */
function strongest(integrity: string | undefined, { name, version }: Named): string {
  const hash = integrity?.split(/\s+/u).find((text) => /^sha512-[A-Za-z0-9+/]{86}==$/u.test(text));
  if (hash !== undefined) return hash;
  const message = `the registry gives no sha512 integrity for ${name} ${version}`;
  throw new RegistryError('REGISTRY_INTEGRITY_MISSING', message);
}
