import pickManifest from 'npm-pick-manifest';
import semver from 'semver';
import { RegistryError } from './errors.ts';
import { publishedAt, type Packument } from './packument.ts';
import type { ClientSettings, Freshness } from './settings.ts';
import type { RegistrySpec } from './spec.ts';

/** A requested package and its registry. */
interface Wish {
  readonly spec: RegistrySpec;
  readonly registry: string;
}

/**
 * Chooses the best version that fits, is old enough and is not lower than the installed version. This function is pure.
 *
 * @throws RegistryError REGISTRY_VERSION_NOT_FOUND, REGISTRY_TOO_YOUNG, REGISTRY_DOWNGRADE
 */
export function chooseVersion(
  packument: Packument,
  { spec, registry }: Wish,
  settings: Pick<ClientSettings, 'freshness' | 'now'>,
): string {
  const version = pickVersion(packument, { spec, registry }, settings);
  requireNoDowngrade(version, spec);
  return version;
}

/**
 * Refuses an implicit downgrade. Otherwise, a registry could force an old version by removing newer releases. A request
 * that excludes the installed version is an explicit downgrade.
 */
function requireNoDowngrade(version: string, { name, kind, wanted, installed }: RegistrySpec): void {
  if (kind === 'version' || installed === undefined || !semver.valid(installed) || !semver.lt(version, installed))
    return;
  if (kind === 'range' && !semver.satisfies(installed, wanted, { includePrerelease: true })) return;
  const message = `${name} ${version} is the newest that fits, and ${installed} is installed`;
  throw new RegistryError('REGISTRY_DOWNGRADE', message);
}

function pickVersion(
  all: Packument,
  { spec, registry }: Wish,
  { freshness, now }: Pick<ClientSettings, 'freshness' | 'now'>,
): string {
  // npm also accepts `1.2.3beta` and `v1.2.3` as versions, but semver range checks do not.
  const packument = withVersions(all, (version) => semver.valid(version) === version);
  const aged = withVersions(packument, (version) =>
    isOldEnough(packument, { version, freshness: freshness({ name: spec.name, registry, version }), now }),
  );
  const version = pick(aged, spec) ?? olderThanTag(aged, { packument, spec });
  if (version !== undefined) return version;
  const young = pick(packument, spec);
  if (young === undefined) {
    const message = `${spec.name} has no version for ${JSON.stringify(spec.wanted)}; ${availableIn(packument)}`;
    throw new RegistryError('REGISTRY_VERSION_NOT_FOUND', message);
  }
  const published = publishedAt(packument, { version: young, now })?.toISOString();
  const age = published === undefined ? 'has no publication time' : `was published at ${published}`;
  const hours = Math.round(freshness({ name: spec.name, registry, version: young }).minAgeMs / 3_600_000);
  const message = `${spec.name} ${young} ${age}, the minimum age is ${hours} hours, and no older version fits`;
  throw new RegistryError('REGISTRY_TOO_YOUNG', message);
}

/**
 * Returns the version that a request without a range would choose: the one tagged `latest`, or a lower one if that is
 * too recent. `undefined` if no version is old enough.
 */
export function newestVersion(
  packument: Packument,
  { spec, registry }: Wish,
  settings: Pick<ClientSettings, 'freshness' | 'now'>,
): string | undefined {
  const latest = { name: spec.name, scope: spec.scope, kind: 'tag', wanted: 'latest' } as const;
  try {
    return pickVersion(packument, { spec: latest, registry }, settings);
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  }
}

/** Number of versions that an error lists. */
const longestList = 10;

/** Returns the highest versions and the tags as text. */
function availableIn({ versions, 'dist-tags': tags }: Packument): string {
  const all = semver.rsort(Object.keys(versions).filter((version) => semver.valid(version) === version));
  if (all.length === 0) return 'the registry has no version';
  const more = all.length > longestList ? ` and ${all.length - longestList} older versions` : '';
  const named = Object.keys(tags).slice(0, longestList);
  const tagged = named.length === 0 ? '' : `; tags: ${named.map((tag) => JSON.stringify(tag.slice(0, 50))).join(', ')}`;
  return `available: ${all.slice(0, longestList).join(', ')}${more}${tagged}`;
}

/** Returns the newest older version if a tag's version is too recent. */
function olderThanTag(
  aged: Packument,
  { packument, spec }: { readonly packument: Packument; readonly spec: RegistrySpec },
): string | undefined {
  const tagged = spec.kind === 'tag' ? packument['dist-tags'][spec.wanted] : undefined;
  return tagged === undefined ? undefined : pick(aged, { ...spec, kind: 'range', wanted: `<=${tagged}` });
}

/**
 * Picks a version by npm's rules, ignoring times because `isOldEnough` checks ages. Returns the packument's key,
 * because the version inside an entry may name an excluded version.
 */
export function pick({ name, versions, 'dist-tags': tags }: Packument, { wanted }: RegistrySpec): string | undefined {
  try {
    const picked = pickManifest({ name, versions, 'dist-tags': tags }, wanted, {});
    return Object.keys(versions).find((version) => versions[version] === picked);
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
