import type { ClientSettings, RegistrySpec } from '../../registry-client/index.ts';
import { GenlockError } from '../errors/error.ts';
import type { LockedPlugin } from '../lockfile/lockfile.ts';
import { loadPlugin } from '../plugin/load.ts';
import type { Plugin } from '../plugin/plugin.ts';
import { sourceOf } from './installed.ts';

/** Where a command may look for packages. */
export interface PackageRequest {
  /** The project's folder, absolute; none outside a project. */
  readonly root?: string | undefined;
  /** Only what was fetched before counts. */
  readonly offline: boolean;
}

/** What fetching has to know of the machine. */
export interface PackagePorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
  readonly progress: (message: string) => void;
}

/**
 * The plugin a name, with a version, a range or a tag, stands for in its registry.
 *
 * @throws GenlockError REGISTRY_…, ARCHIVE_REFUSED, and everything `loadPackage` throws
 */
export async function fetchPlugin(spec: string, request: PackageRequest, ports: PackagePorts): Promise<Plugin> {
  return asGenlockErrors(async () => {
    const { parseSpec } = await import('../../registry-client/index.ts');
    return fetchSpec(parseSpec(spec), request, ports);
  });
}

/** What the lockfile pins of a plugin from a registry. */
interface Pinned {
  readonly name: string;
  readonly locked: Pick<LockedPlugin, 'version' | 'integrity'>;
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
    return source.kind === 'archive' ? readArchive(source.path) : loadPlugin(source);
  };
}

/** A plugin's archive. @param path absolute */
export async function readArchive(path: string): Promise<Plugin> {
  const { loadArchive } = await import('../plugin/load-archive.ts');
  return loadArchive(path);
}

/**
 * The very bytes the lockfile pins, from the registry they came from. Their age was judged when they were added.
 *
 * @throws GenlockError REGISTRY_INTEGRITY_MISMATCH if the registry has others now
 */
async function fetchPinned(
  { name, locked: { version, integrity }, url }: Pinned,
  request: PackageRequest,
  ports: PackagePorts,
): Promise<Plugin> {
  const spec = { name, scope: undefined, wanted: version, kind: 'version', registry: url } as const;
  const plugin = await asGenlockErrors(() => fetchSpec(spec, { ...request, anyAge: true }, ports));
  if (plugin.integrity === integrity) return plugin;
  const message = `the registry has other bytes of ${name} ${version} than genlock.lock.json pins`;
  throw new GenlockError({ code: 'REGISTRY_INTEGRITY_MISMATCH', message });
}

async function fetchSpec(
  spec: RegistrySpec,
  request: PackageRequest & { readonly anyAge?: boolean },
  ports: PackagePorts,
): Promise<Plugin> {
  const { fetchRelease, resolveRelease } = await import('../../registry-client/index.ts');
  const { loadPackage } = await import('../plugin/load-archive.ts');
  const settings = await clientSettings(request, ports);
  ports.progress(`Fetching ${spec.name}`);
  const release = await resolveRelease(spec, settings);
  return loadPackage(await fetchRelease(release, settings));
}

const day = 24 * 3_600_000;

async function clientSettings(
  { root, offline, anyAge = false }: PackageRequest & { readonly anyAge?: boolean },
  { env, clock }: PackagePorts,
): Promise<ClientSettings> {
  const { cacheFolder, npmrcFiles, publicRegistry, readCertificates, readNpmSettings } =
    await import('../../registry-client/index.ts');
  const { platform, execPath } = process;
  const home = homeOf(env);
  const npm = readNpmSettings(npmrcFiles({ root, home, execPath, env }), env);
  return {
    npm,
    ca: readCertificates(npm),
    cache: cacheFolder({ env, home, platform }),
    offline,
    now: clock(),
    // What anybody can publish gets a day in which others may notice what it is.
    freshness: ({ registry }) => ({
      minAgeMs: registry === publicRegistry && !anyAge ? day : 0,
      acceptsUnknown: false,
    }),
  };
}

function homeOf(env: PackagePorts['env']): string {
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (home !== undefined && home !== '') return home;
  const message = 'there is no home folder to look for .npmrc and the cache in: HOME is not set';
  throw new GenlockError({ code: 'REGISTRY_CONFIG_INVALID', message });
}

async function asGenlockErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  const { RegistryError } = await import('../../registry-client/index.ts');
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new GenlockError({ code: error.code, message: error.message }, { cause: error });
  }
}
