import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { ProjectRun } from './prisma-generate.ts';
import { failureText, run, type RunResult } from './run.ts';

export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Lockfiles by whose they are. */
const lockfiles: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
};

/**
 * The package manager of a project: the one whose lockfile is there. Otherwise the one that started this command, as it
 * says in `npm_config_user_agent`; npm if none did.
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
  const result = await start(manager, { root, options });
  if (result.exitCode === 0) return;
  throw failed(manager, { reason: failureText(result) });
}

interface Install {
  readonly root: string;
  readonly options: ProjectRun;
}

/** On Windows package managers are command scripts, which only its shell can start; the arguments are ours alone. */
async function start(manager: PackageManager, { root, options }: Install): Promise<RunResult> {
  const [command, ...args] =
    process.platform === 'win32' ? ['cmd.exe', '/d', '/c', manager, 'install'] : [manager, 'install'];
  try {
    return await run(command ?? manager, args, { ...options, cwd: root });
  } catch (cause) {
    throw failed(manager, { reason: cause instanceof Error ? cause.message : String(cause), cause });
  }
}

function failed(manager: PackageManager, { reason, cause }: { reason: string; cause?: unknown }): GenlockError {
  return new GenlockError({ code: 'DATA_INSTALL_FAILED', message: `${manager} install ${reason}` }, { cause });
}
