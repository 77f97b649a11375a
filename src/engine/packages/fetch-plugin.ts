import type {
  ClientSettings,
  FoundRelease,
  RegistrySpec,
  Release,
  VerifiedPackage,
} from '../../../registry-client/index.ts';
import { registryOf, requireBound } from '../../../registry-client/registries.ts';
import { GenlockError } from '../../errors/error.ts';
import { redact } from '../../errors/redact.ts';
import { releaseOf, type LockedPlugin } from '../../lockfile/lockfile.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import { boundsOf } from '../../policy/client.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import { minAges } from '../../policy/evaluate/release.ts';
import { sourceOf } from '../installed-plugin.ts';
import { asGenlockErrors, ofAnyAge, type PackagePorts } from './machine-settings.ts';
import { registrySettings, type PackageRequest } from './registry-settings.ts';
import { interruptible } from './interruptible.ts';
import { requireNoLookalike } from './lookalike.ts';
import { enforcePolicy } from '../policy/enforce.ts';

export type { PackagePorts } from './machine-settings.ts';

/**
 * The plugin a name, with a version, a range or a tag, stands for in its registry.
 *
 * @param request.installed the version that is there; nothing lower is taken
 * @param request.known names that aren't to be mistaken for this one, or are this one
 * @throws GenlockError PLUGIN_LOOKALIKE, REGISTRY_…, ARCHIVE_REFUSED, and everything `loadPackage` throws
 */
export async function fetchPlugin(
  spec: string,
  request: FetchRequest & { readonly installed?: string; readonly known: readonly string[] },
  ports: PackagePorts,
): Promise<Plugin> {
  return asGenlockErrors(async () => {
    const { parseSpec } = await import('../../../registry-client/index.ts');
    const parsed = parseSpec(spec);
    const { name, kind, wanted } = parsed;
    requireNoLookalike({ name, known: request.known, ...(kind === 'version' && { version: wanted }) });
    return fetchSpec({ ...parsed, installed: request.installed }, request, ports);
  });
}

/** What the lockfile pins of a plugin from a registry. */
interface Pinned {
  readonly name: string;
  readonly locked: Pick<LockedPlugin, 'version' | 'integrity' | 'release'>;
  /** The registry it came from. */
  readonly url: string;
}

/** Finds a plugin that is installed where the lockfile says it is; from a registry, the very bytes that are pinned. */
export type LoadInstalled = (name: string, locked: LockedPlugin) => Promise<Plugin>;

/** @throws GenlockError from what it gives: everything `loadPlugin`, `loadArchive` and fetching throw */
export function installedLoader(
  request: PackageRequest & { readonly root: string },
  ports: PackagePorts,
): LoadInstalled {
  return async (name, locked) => {
    const source = sourceOf(locked, request.root);
    if (source.kind === 'registry') return fetchPinned({ name, locked, url: source.url }, request, ports);
    return source.kind === 'archive' ? readArchive(source.path, request.policy) : loadPlugin(source);
  };
}

/** A plugin's archive. @param path absolute */
export async function readArchive(path: string, { policies }: EffectivePolicy): Promise<Plugin> {
  const { loadArchive } = await import('../../plugin/load-archive.ts');
  return loadArchive(path, boundsOf(policies).archive);
}

/**
 * The very bytes the lockfile pins, from the registry they came from. Their age was judged when they were added.
 *
 * @throws GenlockError REGISTRY_INTEGRITY_MISMATCH if the registry has others now
 */
async function fetchPinned(
  { name, locked: { version, integrity, release }, url }: Pinned,
  request: PackageRequest,
  ports: PackagePorts,
): Promise<Plugin> {
  const spec = { name, scope: undefined, wanted: version, kind: 'version', registry: url, isPinned: true } as const;
  const plugin = await asGenlockErrors(() => fetchSpec(spec, { ...request, anyAge: true }, ports));
  // What was said of these very bytes when they came.
  const facts = plugin.release ?? releaseOf({ release });
  if (plugin.integrity === integrity) return facts === undefined ? plugin : { ...plugin, release: facts };
  const message = `the registry has other bytes of ${name} ${version} than genlock.lock.json pins`;
  throw new GenlockError({ code: 'REGISTRY_INTEGRITY_MISMATCH', message });
}

const fetchSpec = (spec: RegistrySpec, request: FetchRequest, ports: PackagePorts): Promise<Plugin> =>
  interruptible((stopped) => {
    const { signal = stopped } = request;
    return fetchUntil(AbortSignal.any([stopped, signal]), { spec, request, ports });
  });

interface FetchRequest extends PackageRequest {
  /** What is pinned by its bytes is never too young. */
  readonly anyAge?: boolean;
  /** Ends it, as where something that is fetched along with it has failed. */
  readonly signal?: AbortSignal;
}

interface Fetch {
  readonly spec: RegistrySpec;
  readonly request: FetchRequest;
  readonly ports: PackagePorts;
}

async function fetchUntil(signal: AbortSignal, { spec, request, ports }: Fetch): Promise<Plugin> {
  const { findRelease, resolveRelease } = await import('../../../registry-client/index.ts');
  const { loadPackage } = await import('../../plugin/load-archive.ts');
  const settings = { ...withProgress(await clientSettings(request, ports), { name: spec.name, ports }), signal };
  const { name, scope, registry = registryOf({ scope }, settings) } = spec;
  const asked = {
    name,
    source: 'registry',
    registry,
    ...(spec.kind === 'version' && { version: spec.wanted }),
  } as const;
  requireBound({ name, registry }, settings);
  // A registry isn't even told a name that nothing may come of.
  enforcePolicy([asked], request.policy);
  ports.progress(`Resolving ${name}`);
  // What is pinned by its bytes was proved when it came; where proofs are demanded, a lockfile's word isn't enough.
  if (request.anyAge === true && request.policy.policies.every(({ trust }) => trust === undefined)) {
    return loadPackage(await fetchArchive(await findRelease(spec, settings), settings), undefined);
  }
  const found = await resolveRelease(spec, settings).catch((error: unknown) => {
    throw agedBy(error, { name, policy: request.policy });
  });
  const release = withoutSecrets(found);
  const { version, integrity } = release;
  enforcePolicy([{ ...asked, version, integrity, release }], request.policy);
  return withDeprecation(loadPackage(await fetchArchive(release, settings), release));
}

/** Afterwards the cache is within its bound. */
async function fetchArchive(release: FoundRelease, settings: ClientSettings): Promise<VerifiedPackage> {
  const { boundCache, fetchRelease } = await import('../../../registry-client/index.ts');
  const fetched = await fetchRelease(release, settings);
  if (!settings.offline) await boundCache(settings.cache);
  return fetched;
}

/** Characters a lockfile has for it; what stands for a brief secret is longer than it. */
const longestWords = 4096;

/** What a registry says is written down, in the lockfile and in logs: no token it was given comes back that way. */
function withoutSecrets(release: Release): Release {
  const { publisher, deprecated } = release;
  return {
    ...release,
    publisher: publisher === undefined ? undefined : redact(publisher).slice(0, longestWords),
    deprecated: deprecated === undefined ? undefined : redact(deprecated).slice(0, longestWords),
  };
}

/** A release that is too young, told with the policies that want it older. */
function agedBy(
  error: unknown,
  { name, policy }: { readonly name: string; readonly policy: EffectivePolicy },
): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'REGISTRY_TOO_YOUNG')) return error;
  const wanted = policy.policies.flatMap((one) =>
    minAges(name, one, policy.now).map(({ key, text }) => `${one.file}: ${key} is ${text}`),
  );
  const message = wanted.length === 0 ? error.message : `${error.message} (${wanted.join('; ')})`;
  return new GenlockError({ code: error.code, message }, { cause: error });
}

/** Whoever takes it is told what its publisher says to those who use it. */
function withDeprecation(plugin: Plugin): Plugin {
  const deprecated = plugin.release?.deprecated;
  if (deprecated === undefined) return plugin;
  return { ...plugin, warnings: [...plugin.warnings, `${plugin.manifest.version} is deprecated: ${deprecated}`] };
}

interface Fetching {
  readonly name: string;
  readonly ports: PackagePorts;
}

/** Bytes after which it is said how far it is. */
const progressBytes = 256 * 1024;

function withProgress(settings: ClientSettings, { name, ports }: Fetching): ClientSettings {
  let bytes = 0;
  const onBytes = (more: number): void => {
    const isMuch = Math.floor((bytes + more) / progressBytes) > Math.floor(bytes / progressBytes);
    bytes += more;
    if (isMuch) ports.progress(`Downloading ${name}`, `${Math.round(bytes / 1024)} KiB`);
  };
  return { ...settings, onBytes };
}

async function clientSettings(request: FetchRequest, ports: PackagePorts): Promise<ClientSettings> {
  const settings = await registrySettings(request, ports);
  return request.anyAge === true ? ofAnyAge(settings) : settings;
}
