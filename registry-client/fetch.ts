import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { inspectArchive, type PackageFiles } from './archive/inspect.ts';
import { archiveLimits, type ArchiveLimits } from './archive/limits.ts';
import { RegistryError } from './errors.ts';
import { integrityOf, readMirrored } from './mirror-folder.ts';
import { isWithin } from './origins.ts';
import type { FoundRelease, VerifiedPackage } from './release.ts';
import { forName, requireAllowed } from './registries.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Fetches a release's archive from the registry, mirror or cache. Checks the integrity, the archive's structure, and
 * the package name and version.
 *
 * @throws RegistryError
 */
export async function fetchRelease(release: FoundRelease, settings: ClientSettings): Promise<VerifiedPackage> {
  const limits = settings.archive ?? archiveLimits;
  const { file } = release;
  const bytes = file === undefined ? await download(release, settings) : fromMirror(file, { release, limits });
  const files = inspectArchive(bytes, limits);
  requireSame(files, release);
  return { release, files };
}

async function download(release: FoundRelease, settings: ClientSettings): Promise<Buffer> {
  const { name, version, registry, mirror = registry, tarball, integrity } = release;
  requireArchive({ tarball, registry: mirror }, settings);
  const { packed: answerBytes } = settings.archive ?? archiveLimits;
  const what = `${name} ${version}`;
  const asked = { registry: mirror, address: tarball, what, answerBytes };
  const bytes = await request(asked, forName(name, settings), async (options) => {
    const get = async (): Promise<Buffer> => (await npmFetch(tarball, { ...options, integrity })).buffer();
    // The first read deletes damaged cache content.
    return get().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EINTEGRITY') return get();
      throw error;
    });
  });
  if (integrityOf(bytes) === integrity) return bytes;
  const message = `${what} from ${new URL(tarball).host} does not match its integrity value`;
  throw new RegistryError('REGISTRY_INTEGRITY_MISMATCH', message);
}

/**
 * Checks the address of an archive, which the registry names.
 *
 * @throws RegistryError as `requireAllowed`; a registry behind a proxy can name its inner address
 */
function requireArchive(
  { tarball, registry }: { readonly tarball: string; readonly registry: string },
  settings: ClientSettings,
): void {
  try {
    requireAllowed(new URL(tarball), settings);
  } catch (error) {
    if (!(error instanceof RegistryError) || isWithin(new URL(tarball), registry)) throw error;
    const hint =
      'The operator must configure the public address of the registry (of a team registry: `publicUrl`). If the archive ' +
      'belongs to another registry that you trust, configure that registry in your own .npmrc.';
    throw new RegistryError(error.code, `${registry} names an archive at another address: ${error.message}`, { hint });
  }
}

interface Mirrored {
  readonly release: FoundRelease;
  readonly limits: ArchiveLimits;
}

function fromMirror(file: string, { release, limits }: Mirrored): Buffer {
  const { bytes, integrity } = readMirrored(file, limits.packed);
  if (integrity === release.integrity) return bytes;
  throw new RegistryError('REGISTRY_INTEGRITY_MISMATCH', `${file} has changed in the meantime`);
}

const identitySchema = z.object({ name: z.string(), version: z.string() });

/** Checks that the name and version in package.json match the release. */
function requireSame(files: PackageFiles, { name, version }: FoundRelease): void {
  const text = new TextDecoder().decode(files.get('package.json'));
  const identity = identitySchema.safeParse(jsonOf(text)).data;
  if (identity?.name === name && identity.version === version) return;
  const message =
    identity === undefined
      ? `the archive of ${name} ${version} has no package.json with a name and a version`
      : `the archive of ${name} ${version} contains ${JSON.stringify(`${identity.name} ${identity.version}`.slice(0, 200))}`;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', message);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
