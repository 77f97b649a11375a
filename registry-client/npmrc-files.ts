import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RegistryError } from './errors.ts';
import type { Environment, NpmrcFile } from './npmrc.ts';
import { readPlainFile } from './plain-file.ts';

/** Locations of npm's configuration files. */
export interface NpmrcPlaces {
  /** The project's folder, absolute; absent outside a project. */
  readonly root?: string | undefined;
  /** The user's home folder, absolute. */
  readonly home: string;
  /** Path of the Node executable, which determines npm's prefix. */
  readonly execPath: string;
  /** Environment without a project's variables; see `ownEnvironment`. */
  readonly env: Environment;
}

/**
 * Reads the `.npmrc` files that npm would read.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for an existing file that cannot be read
 */
export function npmrcFiles({ root, home, execPath, env }: NpmrcPlaces): readonly NpmrcFile[] {
  const user = userNpmrc({ env, home });
  const global = configured(env, 'globalconfig') ?? join(dirname(dirname(execPath)), 'etc', 'npmrc');
  return [
    ...(root === undefined ? [] : readNpmrc({ level: 'project', file: join(root, '.npmrc') })),
    ...readNpmrc({ level: 'user', file: user }),
    ...readNpmrc({ level: 'global', file: global }),
  ];
}

/** Returns the path of the user's `.npmrc`, absolute. */
export function userNpmrc({ env, home }: Pick<NpmrcPlaces, 'env' | 'home'>): string {
  return resolve(configured(env, 'userconfig') ?? join(home, '.npmrc'));
}

function configured(env: Environment, key: string): string | undefined {
  return env[`npm_config_${key}`] ?? env[`NPM_CONFIG_${key.toUpperCase()}`];
}

/** Size limits in bytes, far above realistic sizes. Project files are untrusted and have a lower limit. */
const largest = { project: 64 * 1024, user: 1024 * 1024, global: 1024 * 1024 } as const;

/**
 * Reads one `.npmrc`; empty if the file does not exist.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the file is not a regular file, is too large or cannot be read
 */
export function readNpmrc({ level, file }: Omit<NpmrcFile, 'text'>): readonly NpmrcFile[] {
  // The null device means that the user wants no file at this level.
  if (level !== 'project' && file === devNull) return [];
  try {
    return [{ level, file, text: textOf(file, largest[level]) }];
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} cannot be read (${code})`, { cause });
  }
}

function textOf(file: string, limit: number): string {
  const bytes = readPlainFile(file, limit);
  if (bytes === undefined) throw unusable(file, 'is not a regular file');
  if (bytes.length > limit) throw unusable(file, `is larger than ${limit / 1024} KiB`);
  // PowerShell writes UTF-16. npm's parser would find no keys in this file, so a scoped package could be requested from
  // the wrong registry.
  if (bytes.includes(0)) throw unusable(file, 'is not UTF-8 text');
  return bytes.toString('utf8');
}

function unusable(file: string, reason: string): RegistryError {
  return new RegistryError('REGISTRY_CONFIG_INVALID', `${file} ${reason}`);
}
