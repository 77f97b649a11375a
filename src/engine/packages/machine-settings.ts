import type { Progress } from '../progress.ts';
import { isAbsolute } from 'node:path';
import type { ClientSettings } from '../../../registry-client/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { keepSecret } from '../../errors/redact.ts';

/** What fetching has to know of the machine. */
export interface PackagePorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
  readonly progress: Progress;
}

/** What every command is told that talks to registries. */
export interface MachineRequest {
  /** The project's folder, absolute; none outside a project. */
  readonly root?: string | undefined;
  /** Where the command looks from, absolute, if the project's file doesn't count; what npm passes on of it doesn't either. */
  readonly near?: string | undefined;
  /** Only what was fetched before counts. */
  readonly offline: boolean;
}

/**
 * What this machine knows of registries: npm's configuration, certificates, the cache. From here on nothing that is
 * printed shows a secret of that configuration.
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

/** The same settings, by which no release is too young. */
export function ofAnyAge(settings: ClientSettings): ClientSettings {
  return { ...settings, freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }) };
}

/**
 * The environment, as far as npm's settings in it are the user's own.
 *
 * @param near absolute
 * @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID
 */
export async function npmEnvironment(near: string | undefined, env: PackagePorts['env']): Promise<PackagePorts['env']> {
  const { ownEnvironment } = await import('../../../registry-client/index.ts');
  // What starts a command passes on what lies where it starts it.
  const folders = [process.cwd(), ...(near === undefined ? [] : [near])];
  return ownEnvironment(env, { folders, home: homeOf(env) });
}

/** Where npm's file of the user and the cache are. @throws GenlockError REGISTRY_CONFIG_INVALID */
export function homeOf(env: PackagePorts['env']): string {
  const home = [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && isAbsolute(each));
  if (home !== undefined) return home;
  const message = 'there is no home folder to look for .npmrc and the cache in: HOME is not set to an absolute path';
  const hint = 'Set HOME to a folder of yours; any one does where there is none, as in a container.';
  throw new GenlockError({ code: 'REGISTRY_CONFIG_INVALID', message, hint });
}

/** Runs what talks to registries; what fails there has the codes everything here fails with. */
export async function asGenlockErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  const { RegistryError } = await import('../../../registry-client/index.ts');
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new GenlockError({ code: error.code, message: error.message }, { cause: error });
  }
}
