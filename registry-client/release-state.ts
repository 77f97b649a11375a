import { archiveLimits } from './archive/limits.ts';
import { RegistryError } from './errors.ts';
import { archivesIn, readMirrored } from './mirror-folder.ts';
import { readVersion } from './packument.ts';
import { requireBound, requireRegistry } from './registries.ts';
import { fetchPackument } from './resolve.ts';
import type { ClientSettings } from './settings.ts';

/** A release that a lockfile pins. */
export interface PinnedRelease {
  readonly name: string;
  readonly version: string;
  /** Address of the release's registry. */
  readonly registry: string;
  /** `sha512-<base64>` */
  readonly integrity: string;
}

/**
 * Current state of a pinned release. `unpublished`: the registry no longer has it, or hides it from the user.
 * `replaced`: the version now has other bytes.
 */
export interface ReleaseState {
  readonly state: 'unchanged' | 'deprecated' | 'unpublished' | 'replaced';
  /** Deprecation message, or the registry's response for a missing package. */
  readonly message?: string;
  /** Address or folder of the mirror that was queried instead of the registry. */
  readonly mirror?: string;
}

/**
 * Queries the current state of a pinned release. Signatures and ages are not checked.
 *
 * @throws RegistryError if the state is unknown, for example if the registry is unreachable
 */
export async function releaseState(pinned: PinnedRelease, settings: ClientSettings): Promise<ReleaseState> {
  requireBound(pinned, settings);
  const { mirror } = settings;
  requireRegistry(pinned, settings);
  if (mirror === undefined) return stateAt(pinned, settings);
  const { place } = mirror;
  const found =
    'folder' in place ? stateInFolder(pinned, place.folder, settings) : await stateAt(pinned, settings, place.url);
  if (mirror.mode === 'prefer' && found.state === 'unpublished') return stateAt(pinned, settings);
  return { ...found, mirror: 'folder' in place ? place.folder : place.url };
}

async function stateAt(
  { name, version, registry, integrity }: PinnedRelease,
  settings: ClientSettings,
  mirror: string = registry,
): Promise<ReleaseState> {
  const spec = { name, scope: undefined, wanted: version, kind: 'version' } as const;
  try {
    const packument = await fetchPackument({ spec, registry, mirror }, settings);
    if (!Object.hasOwn(packument.versions, version)) return { state: 'unpublished' };
    const { dist, deprecated } = readVersion(packument, version);
    if (!hashesOf(dist.integrity).includes(integrity)) return { state: 'replaced' };
    if (deprecated === undefined || deprecated === false || deprecated === '') return { state: 'unchanged' };
    return { state: 'deprecated', ...(typeof deprecated === 'string' && { message: deprecated }) };
  } catch (error) {
    return missing(error);
  }
}

/** Mirror folders have no deprecation messages. */
function stateInFolder(
  { name, version, integrity }: PinnedRelease,
  folder: string,
  { archive = archiveLimits }: ClientSettings,
): ReleaseState {
  try {
    const file = archivesIn({ folder, name }).get(version);
    if (file === undefined) return { state: 'unpublished' };
    return { state: readMirrored(file, archive.packed).integrity === integrity ? 'unchanged' : 'replaced' };
  } catch (error) {
    return missing(error);
  }
}

/** An integrity value may contain several hashes. */
const hashesOf = (integrity = ''): readonly string[] => integrity.split(/\s+/u);

function missing(error: unknown): ReleaseState {
  if (!(error instanceof RegistryError) || error.code !== 'REGISTRY_PACKAGE_NOT_FOUND') throw error;
  return { state: 'unpublished', message: error.message };
}
