import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { RegistryError } from './errors.ts';
import type { Environment, NpmrcFile } from './npmrc.ts';
import { readPlainFile } from './plain-file.ts';

/** Where npm's files are looked for. */
export interface NpmrcPlaces {
  /** The project's folder, absolute; none outside a project. */
  readonly root?: string | undefined;
  /** The user's home folder, absolute. */
  readonly home: string;
  /** The program that runs: npm's own prefix is beside it. */
  readonly execPath: string;
  /** Without what came with a project: see `ownEnvironment`. */
  readonly env: Environment;
}

/**
 * Reads the `.npmrc` files npm would read.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for one that is there and can't be read
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

/** The user's own file, absolute. */
export function userNpmrc({ env, home }: Pick<NpmrcPlaces, 'env' | 'home'>): string {
  return resolve(configured(env, 'userconfig') ?? join(home, '.npmrc'));
}

function configured(env: Environment, key: string): string | undefined {
  return env[`npm_config_${key}`] ?? env[`NPM_CONFIG_${key.toUpperCase()}`];
}

/** In bytes; far above any real one. What came with a clone gets less. */
const largest = { project: 64 * 1024, user: 1024 * 1024, global: 1024 * 1024 } as const;

/**
 * Reads one `.npmrc`; none if it isn't there.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for what is no plain file, is too large or can't be read
 */
export function readNpmrc({ level, file }: Omit<NpmrcFile, 'text'>): readonly NpmrcFile[] {
  // That is how people say that there is none.
  if (level !== 'project' && file === devNull) return [];
  try {
    return [{ level, file, text: textOf(file, largest[level]) }];
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} can't be read (${code})`, { cause });
  }
}

function textOf(file: string, limit: number): string {
  const bytes = readPlainFile(file, limit);
  if (bytes === undefined) throw unusable(file, 'is no plain file');
  if (bytes.length > limit) throw unusable(file, `is larger than ${limit / 1024} KiB`);
  // PowerShell writes UTF-16: nothing in it would be read, and a scope it binds would be asked for elsewhere.
  if (bytes.includes(0)) throw unusable(file, 'is no text in UTF-8');
  return bytes.toString('utf8');
}

function unusable(file: string, reason: string): RegistryError {
  return new RegistryError('REGISTRY_CONFIG_INVALID', `${file} ${reason}`);
}
