import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { ProjectRun } from './prisma-generate.ts';
import { failureText, run, type RunOptions, type RunResult } from './run.ts';
import { packageManagers, type PackageManager } from '../core/package-managers.ts';

/** Lockfile names by package manager. */
const lockfiles: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
};

/**
 * Returns the package manager of a project: the package manager whose lockfile exists, otherwise the package
 * manager that started this command (`npm_config_user_agent`), otherwise npm.
 *
 * @param root absolute path of the project, which need not exist
 */
export function packageManagerOf(env: Readonly<Record<string, string | undefined>>, root: string): PackageManager {
  const locked = packageManagers.find((known) => lockfiles[known].some((file) => existsSync(join(root, file))));
  const name = env['npm_config_user_agent']?.split('/')[0];
  return locked ?? packageManagers.find((known) => known === name) ?? 'npm';
}

/**
 * Installs a project's packages.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_INSTALL_FAILED`
 */
export async function installPackages(root: string, options: ProjectRun): Promise<void> {
  const manager = packageManagerOf(options.env, root);
  const result = await start([manager, 'install'], { ...options, cwd: root }).catch((cause: unknown) => {
    throw failed(manager, { reason: cause instanceof Error ? cause.message : String(cause), cause });
  });
  if (result.exitCode === 0) return;
  throw failed(manager, { reason: failureText(result) });
}

/**
 * Runs a script of a folder's package.json.
 *
 * @throws the system error if the package manager cannot be started
 */
export async function runScript(name: 'dev' | 'test', options: RunOptions): Promise<RunResult> {
  return start([packageManagerOf(options.env, options.cwd), 'run', name], options);
}

/**
 * Starts a package manager. On Windows it is a command script, which only a shell can start. The arguments are
 * constants, not user input.
 */
async function start(words: readonly [PackageManager, ...string[]], options: RunOptions): Promise<RunResult> {
  const [command, ...args] = process.platform === 'win32' ? (['cmd.exe', '/d', '/c', ...words] as const) : words;
  return run(command, args, options);
}

function failed(manager: PackageManager, { reason, cause }: { reason: string; cause?: unknown }): GenlockError {
  return new GenlockError({ code: 'DATA_INSTALL_FAILED', message: `${manager} install ${reason}` }, { cause });
}

/**
 * Returns an environment in which {@link packageManagerOf} selects the user's package manager, in a project without a
 * lockfile.
 */
export function choosing<Environment extends Readonly<Record<string, string | undefined>>>(
  manager: PackageManager | undefined,
  env: Environment,
): Environment {
  return manager === undefined ? env : { ...env, npm_config_user_agent: manager };
}

/** Returns the package managers on the `PATH`. */
export function installedManagers(env: Readonly<Record<string, string | undefined>>): readonly PackageManager[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return packageManagers.filter((manager) =>
    folders.some((folder) => programNames(manager).some((name) => existsSync(join(folder, name)))),
  );
}

function programNames(manager: PackageManager): readonly string[] {
  return process.platform === 'win32' ? [`${manager}.cmd`, `${manager}.exe`] : [manager];
}
