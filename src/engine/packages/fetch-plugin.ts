import type {
  ClientSettings,
  FoundRelease,
  RegistrySpec,
  Release,
  VerifiedPackage,
} from '../../../registry-client/index.ts';
import { registryOf, requireBound, requireScopeRegistry } from '../../../registry-client/registries.ts';
import { GenlockError } from '../../errors/error.ts';
import { redact } from '../../errors/redact.ts';
import { releaseOf, type LockedPlugin } from '../../lockfile/lockfile.ts';
import { sourceOf } from '../../lockfile/source.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import { requireRegistryName } from '../../plugin/reserved-names.ts';
import { boundsOf } from '../../policy/client.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { minAges } from '../../policy/evaluate/freshness.ts';
import type { Policy } from '../../policy/policy.ts';
import { asksForPublishers } from '../../policy/teams.ts';
import { asGenlockErrors, ofAnyAge, type PackagePorts } from './machine-settings.ts';
import { registrySettings, type PackageRequest } from './registry-settings.ts';
import { interruptible } from './interruptible.ts';
import { requireNoLookalike } from './lookalike.ts';
import { enforcePolicy } from '../policy/enforce.ts';

export type { PackagePorts } from './machine-settings.ts';

/** Plugin from a registry with the facts about its versions. */
export interface FetchedPlugin {
  readonly plugin: Plugin;
  /** Requested range, as `genlock.json` records it. */
  readonly range: string;
  /** Newest version that may be installed, inside or outside the range. */
  readonly newest?: string | undefined;
}

/**
 * Fetches the plugin for a package name with an optional version, range or tag.
 *
 * @param request.installed the installed version; lower versions are rejected
 * @param request.known known names to detect lookalikes
 * @throws GenlockError PLUGIN_NAME_RESERVED, PLUGIN_LOOKALIKE, REGISTRY_…, ARCHIVE_REFUSED, and everything `loadPackage`
 * throws
 */
export async function fetchPlugin(
  spec: string,
  request: FetchRequest & { readonly installed?: string; readonly known: readonly string[] },
  ports: PackagePorts,
): Promise<FetchedPlugin> {
  return asGenlockErrors(async () => {
    const { parseSpec, recordedRange } = await import('../../../registry-client/index.ts');
    const parsed = parseSpec(spec);
    const { name, kind, wanted } = parsed;
    requireNoLookalike({ name, known: request.known, ...(kind === 'version' && { version: wanted }) });
    const { plugin, newest } = await fetchSpec({ ...parsed, installed: request.installed }, request, ports);
    return { plugin, newest, range: recordedRange(parsed, plugin.manifest.version) };
  });
}

/** Data that the lockfile pins for a plugin from a registry. */
interface Pinned {
  readonly name: string;
  readonly locked: Pick<LockedPlugin, 'version' | 'integrity' | 'release'>;
  /** URL of the plugin's registry. */
  readonly url: string;
}

/**
 * Loads an installed plugin from the source in the lockfile. For a registry, the archive must match the pinned hash.
 */
export type LoadInstalled = (name: string, locked: LockedPlugin) => Promise<Plugin>;

/** @throws GenlockError from the returned function: everything `loadPlugin`, `loadArchive` and fetching throw */
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

/** Reads a plugin archive. @param path absolute */
export async function readArchive(path: string, { policies }: EffectivePolicy): Promise<Plugin> {
  const { loadArchive } = await import('../../plugin/load-archive.ts');
  return loadArchive(path, boundsOf(policies).archive);
}

/**
 * Fetches the pinned version from its registry. Its age was checked when it was added.
 *
 * @throws GenlockError REGISTRY_INTEGRITY_MISMATCH if the registry now has another archive
 */
async function fetchPinned(
  { name, locked: { version, integrity, release }, url }: Pinned,
  request: PackageRequest,
  ports: PackagePorts,
): Promise<Plugin> {
  const spec = { name, scope: undefined, wanted: version, kind: 'version', registry: url, isPinned: true } as const;
  const { plugin } = await asGenlockErrors(() => fetchSpec(spec, { ...request, anyAge: true }, ports));
  // Release data recorded when this archive was added.
  const facts = plugin.release ?? releaseOf({ release });
  if (plugin.integrity === integrity) return facts === undefined ? plugin : { ...plugin, release: facts };
  const message = `the archive of ${name} ${version} in the registry differs from the hash in genlock.lock.json`;
  throw new GenlockError({ code: 'REGISTRY_INTEGRITY_MISMATCH', message });
}

type Versioned = Pick<FetchedPlugin, 'plugin' | 'newest'>;

const fetchSpec = (spec: RegistrySpec, request: FetchRequest, ports: PackagePorts): Promise<Versioned> =>
  interruptible((stopped) => {
    const { signal = stopped } = request;
    return fetchUntil(AbortSignal.any([stopped, signal]), { spec, request, ports });
  });

interface FetchRequest extends PackageRequest {
  /** Address of the registry that the lockfile names for the plugin. */
  readonly installedFrom?: string;
  /** Skips the minimum age, for archives that are pinned by hash. */
  readonly anyAge?: boolean;
  /** Aborts the request, for example if a parallel request failed. */
  readonly signal?: AbortSignal;
}

interface Fetch {
  readonly spec: RegistrySpec;
  readonly request: FetchRequest;
  readonly ports: PackagePorts;
}

/** A request that the bounds of the machine and the policies permit. */
interface Permitted {
  readonly settings: ClientSettings;
  readonly asked: { readonly name: string; readonly source: 'registry'; readonly registry: string };
}

/** @throws GenlockError PLUGIN_NAME_RESERVED, POLICY_DENIED; REGISTRY_… if the name is bound to another registry */
async function permitted(signal: AbortSignal, { spec, request, ports }: Fetch): Promise<Permitted> {
  const settings = { ...withProgress(await clientSettings(request, ports), { name: spec.name, ports }), signal };
  const { name, scope, registry = registryOf({ scope }, settings) } = spec;
  // Also for pinned plugins: a forged lockfile can name a registry as the source of a bundled plugin.
  requireRegistryName(name);
  const asked = {
    name,
    source: 'registry',
    registry,
    ...(spec.kind === 'version' && { version: spec.wanted }),
  } as const;
  requireBound({ name, registry }, settings);
  if (request.installedFrom !== undefined) {
    requireScopeRegistry({ name, registry, from: request.installedFrom }, settings);
  }
  // Names that a policy denies are not sent to the registry.
  enforcePolicy([asked], request.policy);
  return { settings, asked };
}

/** Versions of a plugin in its registry. */
export interface PluginVersions {
  /** Newest version in the range. */
  readonly wanted: string;
  /** Newest version that may be installed. */
  readonly latest: string;
}

/**
 * Finds the versions of a plugin that may be installed, without a download of the plugin.
 *
 * @throws GenlockError REGISTRY_…, POLICY_DENIED, PLUGIN_NAME_RESERVED
 */
export function findVersions(
  { spec, registry }: { readonly spec: string; readonly registry: string },
  request: FetchRequest,
  ports: PackagePorts,
): Promise<PluginVersions> {
  return asGenlockErrors(() =>
    interruptible(async (stopped) => {
      const { findRelease, parseSpec } = await import('../../../registry-client/index.ts');
      const { signal = stopped } = request;
      const fetch = { spec: { ...parseSpec(spec), registry }, request, ports };
      const { settings } = await permitted(AbortSignal.any([stopped, signal]), fetch);
      const { version, newest = version } = await findRelease(fetch.spec, settings);
      return { wanted: version, latest: newest };
    }),
  );
}

async function fetchUntil(signal: AbortSignal, fetch: Fetch): Promise<Versioned> {
  const { spec, request, ports } = fetch;
  const { findRelease, resolveRelease } = await import('../../../registry-client/index.ts');
  const { loadPackage } = await import('../../plugin/load-archive.ts');
  const { settings, asked } = await permitted(signal, fetch);
  const { name } = spec;
  ports.progress(`Resolving ${name}`);
  // The proofs of a pinned archive were verified when it was added. If a policy requires proofs or publishers, they are
  // verified again, because the lockfile is not sufficient.
  if (request.anyAge === true && !request.policy.policies.some(needsRelease)) {
    return { plugin: loadPackage(await fetchArchive(await findRelease(spec, settings), settings), undefined) };
  }
  const found = await resolveRelease(spec, settings).catch((error: unknown) => {
    throw agedBy(error, { name, policy: request.policy });
  });
  const release = withoutSecrets(found);
  const { version, integrity } = release;
  enforcePolicy([{ ...asked, version, integrity, release }], request.policy);
  const plugin = withDeprecation(loadPackage(await fetchArchive(release, settings), release));
  return { plugin, newest: release.newest };
}

/** Checks whether a policy decides with registry data of a release. */
function needsRelease(policy: Policy): boolean {
  return policy.trust !== undefined || asksForPublishers(policy);
}

/** Fetches an archive and then trims the cache to its size limit. */
async function fetchArchive(release: FoundRelease, settings: ClientSettings): Promise<VerifiedPackage> {
  const { boundCache, fetchRelease } = await import('../../../registry-client/index.ts');
  const fetched = await fetchRelease(release, settings);
  if (!settings.offline) await boundCache(settings.cache);
  return fetched;
}

/** Maximum length of such a string in the lockfile. The placeholder of a short secret can be longer than the secret. */
const longestWords = 4096;

/**
 * Redacts and truncates registry strings before they are written to the lockfile or to logs, so that a registry cannot
 * echo tokens.
 */
function withoutSecrets(release: Release): Release {
  const { publisher, deprecated } = release;
  return {
    ...release,
    publisher: publisher === undefined ? undefined : redact(publisher).slice(0, longestWords),
    deprecated: deprecated === undefined ? undefined : redact(deprecated).slice(0, longestWords),
  };
}

/** Adds the policies that require a higher age to the error about a recent release. */
function agedBy(
  error: unknown,
  { name, policy }: { readonly name: string; readonly policy: EffectivePolicy },
): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'REGISTRY_TOO_YOUNG')) return error;
  const wanted = policy.policies.flatMap((one) =>
    minAges({ name }, one, policy.now).map(({ key, text }) => `${one.file}: ${key} is ${text}`),
  );
  const message = wanted.length === 0 ? error.message : `${error.message} (${wanted.join('; ')})`;
  return new GenlockError({ code: error.code, message }, { cause: error });
}

/** Adds the publisher's deprecation message to the plugin's warnings. */
function withDeprecation(plugin: Plugin): Plugin {
  const deprecated = plugin.release?.deprecated;
  if (deprecated === undefined) return plugin;
  return { ...plugin, warnings: [...plugin.warnings, `${plugin.manifest.version} is deprecated: ${deprecated}`] };
}

interface Fetching {
  readonly name: string;
  readonly ports: PackagePorts;
}

/** Number of bytes between two progress updates. */
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
