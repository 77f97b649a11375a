import type { ClientSettings } from '../../../registry-client/index.ts';
import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import { asksForPackages } from '../../policy/evaluate/packages.ts';
import type { AddedPackage } from '../../policy/subject.ts';
import { asGenlockErrors, type PackagePorts } from './machine-settings.ts';
import { npmSettings, type PackageRequest } from './registry-settings.ts';

/** Registry data of packages, by name and range: `zod@^4`. */
export type PackageReleases = ReadonlyMap<string, NonNullable<AddedPackage['release']>>;

/** Function that requests registry data of packages that are installed with plugins. */
export type LookUpPackages = (added: readonly AddedPackage[]) => Promise<PackageReleases>;

/** Returns the packages that a plugin needs and its installed version does not. */
export function addedPackages(
  { manifest }: Pick<Plugin, 'manifest'>,
  { locked, releases = new Map() }: { readonly locked: LockedPlugin | undefined; readonly releases?: PackageReleases },
): readonly AddedPackage[] {
  const before = new Set(locked?.disabled === true ? [] : locked?.footprint.packages);
  return Object.entries(manifest.dependencies).flatMap(([name, range]) => {
    const release = releases.get(`${name}@${range}`);
    if (before.has(`${name}@${range}`)) return [];
    return [{ name, range, ...(release !== undefined && { release }) }];
  });
}

/**
 * Looks up the package data that policies need. If no policy needs any, no request is sent. The returned function
 * throws a GenlockError REGISTRY_… if a registry does not respond.
 */
export function packageLookUp(request: PackageRequest, ports: PackagePorts): LookUpPackages {
  return async (added) => {
    const wanted = new Map(added.map(({ name, range }) => [`${name}@${range}`, { name, range }]));
    if (wanted.size === 0 || !asksForPackages(request.policy.policies)) return new Map();
    ports.progress('Checking the age of packages');
    return asGenlockErrors(async () => {
      const settings = await npmSettings(request, ports);
      const found = [...wanted].map(async ([key, one]) => [key, await factsOf(one, settings)] as const);
      return new Map(await Promise.all(found));
    });
  };
}

/** Adds the reason for the request to errors, because the user did not type the package name. */
async function factsOf(
  { name, range }: Pick<AddedPackage, 'name' | 'range'>,
  settings: ClientSettings,
): Promise<NonNullable<AddedPackage['release']>> {
  const { packageFacts } = await import('../../../registry-client/package-facts.ts');
  const { RegistryError } = await import('../../../registry-client/errors.ts');
  try {
    return await packageFacts({ name, range }, settings);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const message = `a policy needs data about ${name}, a dependency of the plugin: ${error.message}`;
    throw new RegistryError(error.code, message, { cause: error.cause, hint: error.hint });
  }
}
