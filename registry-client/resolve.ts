import pacote from 'pacote';
import pickManifest from 'npm-pick-manifest';
import semver from 'semver';
import { RegistryError } from './errors.ts';
import { publishedAt, readPackument, readVersion, type Packument, type PackumentVersion } from './packument.ts';
import { forName, registryOf } from './registries.ts';
import type { FoundRelease, Release } from './release.ts';
import { request } from './request.ts';
import { networkLimits, type ClientSettings, type Freshness } from './settings.ts';
import type { RegistrySpec } from './spec.ts';
import { judgeTrust } from './trust.ts';

/**
 * Asks the registry of a name for the version that fits best and is old enough, and what is proved of it.
 *
 * @throws RegistryError
 */
export async function resolveRelease(spec: RegistrySpec, settings: ClientSettings): Promise<Release> {
  const found = await findRelease(spec, settings);
  return { ...found, trust: await judgeTrust(found, forName(spec.name, settings)) };
}

/** The same without the proofs: for a release whose bytes are pinned. @throws RegistryError */
export async function findRelease(spec: RegistrySpec, settings: ClientSettings): Promise<FoundRelease> {
  const registry = spec.registry ?? registryOf(spec, settings);
  const packument = await fetchPackument({ spec, registry }, settings);
  const freshness = settings.freshness({ name: spec.name, registry });
  const version = pickVersion(packument, { spec, freshness, now: settings.now });
  requireNoDowngrade(version, spec);
  return releaseOf(readVersion(packument, version), { packument, registry, now: settings.now });
}

interface Asked {
  readonly spec: RegistrySpec;
  readonly registry: string;
}

/** All a registry says of a package, by the name it was asked for. */
async function fetchPackument({ spec, registry }: Asked, settings: ClientSettings): Promise<Packument> {
  const answerBytes = settings.limits?.packumentBytes ?? networkLimits.packumentBytes;
  // What is pinned already needs nobody's word of today.
  const fresh = spec.registry === undefined ? ({ fresh: true } as const) : {};
  const asked = { registry, what: spec.name, answerBytes, ...fresh };
  const answer: unknown = await request(asked, forName(spec.name, settings), (options) =>
    pacote.packument(spec.name, { ...options, fullMetadata: true }),
  );
  return readPackument(answer, spec.name);
}

/** Whoever can take versions away must not make anybody go back to an old one unasked. */
function requireNoDowngrade(version: string, { name, kind, installed }: RegistrySpec): void {
  if (kind === 'version' || installed === undefined || !semver.valid(installed) || !semver.lt(version, installed))
    return;
  const message = `${name} ${version} is the newest that fits, and ${installed} is installed`;
  throw new RegistryError('REGISTRY_DOWNGRADE', message);
}

interface Choice {
  readonly spec: RegistrySpec;
  readonly freshness: Freshness;
  readonly now: Date;
}

function pickVersion(packument: Packument, { spec, freshness, now }: Choice): string {
  const aged = withVersions(packument, (version) => isOldEnough(packument, { version, freshness, now }));
  const version = pick(aged, spec) ?? olderThanTag(aged, { packument, spec });
  if (version !== undefined) return version;
  const young = pick(packument, spec);
  if (young === undefined) {
    const message = `${spec.name} has no version for ${JSON.stringify(spec.wanted)}`;
    throw new RegistryError('REGISTRY_VERSION_NOT_FOUND', message);
  }
  const published = publishedAt(packument, { version: young, now })?.toISOString();
  const age = published === undefined ? 'of unknown age' : `of ${published}`;
  throw new RegistryError('REGISTRY_TOO_YOUNG', `${spec.name} ${young} is ${age}, and nothing older fits`);
}

/** A tag whose version is too young stands for the newest one below it. */
function olderThanTag(
  aged: Packument,
  { packument, spec }: { readonly packument: Packument; readonly spec: RegistrySpec },
): string | undefined {
  const tagged = spec.kind === 'tag' ? packument['dist-tags'][spec.wanted] : undefined;
  return tagged === undefined ? undefined : pick(aged, { ...spec, kind: 'range', wanted: `<=${tagged}` });
}

/** By npm's rules; times are left out, as ages are judged here. */
function pick({ name, versions, 'dist-tags': tags }: Packument, { wanted }: RegistrySpec): string | undefined {
  try {
    return pickManifest({ name, versions, 'dist-tags': tags }, wanted, {})?.version;
  } catch {
    return undefined;
  }
}

function withVersions(packument: Packument, keep: (version: string) => boolean): Packument {
  const versions = Object.fromEntries(Object.entries(packument.versions).filter(([version]) => keep(version)));
  return { ...packument, versions };
}

interface Age {
  readonly version: string;
  readonly freshness: Freshness;
  readonly now: Date;
}

function isOldEnough(packument: Packument, { version, freshness: { minAgeMs, acceptsUnknown }, now }: Age): boolean {
  if (minAgeMs === 0) return true;
  const published = publishedAt(packument, { version, now });
  return published === undefined ? acceptsUnknown : now.getTime() - published.getTime() >= minAgeMs;
}

interface Origin {
  readonly packument: Packument;
  readonly registry: string;
  readonly now: Date;
}

function releaseOf(
  { name, version, dist, deprecated, _npmUser }: PackumentVersion,
  { packument, registry, now }: Origin,
): FoundRelease {
  return {
    name,
    version,
    registry,
    tarball: tarballUrl(dist.tarball, { name, version }),
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

/** Subresource integrity may name several hashes; only this one counts. */
function strongest(integrity: string | undefined, { name, version }: Named): string {
  const hash = integrity?.split(/\s+/u).find((text) => /^sha512-[A-Za-z0-9+/]{86}==$/u.test(text));
  if (hash !== undefined) return hash;
  const message = `the registry gives no sha512 integrity for ${name} ${version}`;
  throw new RegistryError('REGISTRY_INTEGRITY_MISSING', message);
}
