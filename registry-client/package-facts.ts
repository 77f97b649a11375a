import { pick } from './choose-version.ts';
import { RegistryError } from './errors.ts';
import { publishedAt, readVersion, type PackumentVersion } from './packument.ts';
import { registryOf } from './registries.ts';
import { fetchPackument } from './resolve.ts';
import type { ClientSettings } from './settings.ts';
import { parseSpec } from './spec.ts';

/** Registry data about the package version that npm would install. */
export interface PackageFacts {
  readonly version: string;
  /** `undefined` if the registry does not publish the time. */
  readonly publishedAt: Date | undefined;
  /** Whether the package has install scripts. */
  readonly installScripts: boolean;
}

/**
 * Fetches data about the newest version in a range that npm would install. The archive is not downloaded.
 *
 * @throws RegistryError REGISTRY_VERSION_NOT_FOUND if no version fits
 */
export async function packageFacts(
  { name, range }: { readonly name: string; readonly range: string },
  settings: ClientSettings,
): Promise<PackageFacts> {
  const spec = parseSpec(`${name}@${range}`);
  const packument = await fetchPackument({ spec, registry: registryOf(spec, settings) }, settings);
  const version = pick(packument, spec);
  if (version === undefined) {
    const message = `${name} has no version for ${JSON.stringify(range)}`;
    throw new RegistryError('REGISTRY_VERSION_NOT_FOUND', message);
  }
  const found = readVersion(packument, version);
  return {
    version,
    publishedAt: publishedAt(packument, { version, now: settings.now }),
    installScripts: hasInstallScripts(found),
  };
}

/** Returns whether a package has install scripts. As in npm, a package with a gyp file has an implicit script. */
function hasInstallScripts({ hasInstallScript, scripts = {}, gypfile }: PackumentVersion): boolean {
  const named = ['preinstall', 'install', 'postinstall'].some((name) => Object.hasOwn(scripts, name));
  return hasInstallScript === true || gypfile === true || named;
}
