import type { Progress } from '../progress.ts';
import { isAbsolute } from 'node:path';
import type { ClientSettings } from '../../../registry-client/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';

/** Machine access that fetching needs. */
export interface PackagePorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
  readonly progress: Progress;
}

/** Options of every command that uses registries. */
export interface MachineRequest {
  /** The project's folder, absolute; `undefined` outside a project. */
  readonly root?: string | undefined;
  /**
   * Absolute start folder if the project's `.npmrc` must be ignored. Settings that npm passes on from that file are
   * ignored too.
   */
  readonly near?: string | undefined;
  /** Use only cached packages. */
  readonly offline: boolean;
}

/**
 * Reads this machine's registry settings: npm's configuration, certificates and the cache. Afterwards, secrets of that
 * configuration are redacted in all output.
 *
 * @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID
 */
export async function machineSettings(
  { root, near = root, offline }: MachineRequest,
  { env, clock }: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<Omit<ClientSettings, 'freshness'>> {
  const { npmrcFiles, readCertificates, readNpmSettings, readSigning, readTrustedRoot, registryCache, secretsIn } =
    await import('../../../registry-client/index.ts');
  const { platform, execPath } = process;
  const home = homeOf(env);
  const own = await npmEnvironment(near, env);
  const files = npmrcFiles({ root, home, execPath, env: own });
  for (const secret of secretsIn(files, own)) keepSecret(secret);
  const npm = readNpmSettings(files, own);
  const trustedRoot = readTrustedRoot(env);
  return {
    npm,
    ca: readCertificates(npm, home),
    trustedRoot,
    signing: readSigning(env),
    cache: registryCache({ env, home, platform }),
    offline,
    now: clock(),
  };
}

/** Removes the minimum age from settings. */
export function ofAnyAge(settings: ClientSettings): ClientSettings {
  return { ...settings, freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }) };
}

/**
 * Returns the environment without npm settings that do not belong to the user.
 *
 * @param near absolute
 * @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID
 */
export async function npmEnvironment(near: string | undefined, env: PackagePorts['env']): Promise<PackagePorts['env']> {
  const { ownEnvironment } = await import('../../../registry-client/index.ts');
  // A parent process such as npm passes on the settings of its current folder.
  const folders = [process.cwd(), ...(near === undefined ? [] : [near])];
  return ownEnvironment(env, { folders, home: homeOf(env) });
}

/** Returns the home folder with the user's `.npmrc` and the cache. @throws GenlockError REGISTRY_CONFIG_INVALID */
export function homeOf(env: PackagePorts['env']): string {
  const home = [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && isAbsolute(each));
  if (home !== undefined) return home;
  const message = 'no home folder found for .npmrc and the cache: HOME is not set to an absolute path';
  const hint = 'Set HOME to an absolute path. In a container, any folder works.';
  throw new GenlockError({ code: 'REGISTRY_CONFIG_INVALID', message, hint });
}

/** Runs a registry task and converts its errors to GenlockErrors. */
export async function asGenlockErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  const { RegistryError } = await import('../../../registry-client/index.ts');
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const { code, message, hint } = error;
    throw new GenlockError({ code, message, ...(hint !== undefined && { hint }) }, { cause: error });
  }
}
