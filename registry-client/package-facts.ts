import { pick } from './choose-version.ts';
import { RegistryError } from './errors.ts';
import { publishedAt, readVersion, type PackumentVersion } from './packument.ts';
import { registryOf } from './registries.ts';
import { fetchPackument } from './resolve.ts';
import type { ClientSettings } from './settings.ts';
import { parseSpec } from './spec.ts';

/** What a registry says of the version npm would take of a package. */
export interface PackageFacts {
  readonly version: string;
  /** Nothing if the registry doesn't say. */
  readonly publishedAt: Date | undefined;
  /** Whether npm would run scripts of it when it installs it, if it were let. */
  readonly installScripts: boolean;
}

/**
 * Asks for a package's newest version in a range, as npm would install it, of where npm has it from; nothing of it is
 * fetched.
 *
 * @throws RegistryError REGISTRY_VERSION_NOT_FOUND if none fits
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

/** As npm sees it: one that is compiled has a script nobody wrote down. */
function hasInstallScripts({ hasInstallScript, scripts = {}, gypfile }: PackumentVersion): boolean {
  const named = ['preinstall', 'install', 'postinstall'].some((name) => Object.hasOwn(scripts, name));
  return hasInstallScript === true || gypfile === true || named;
}
