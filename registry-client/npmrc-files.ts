import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RegistryError } from './errors.ts';
import type { Environment, NpmrcFile } from './npmrc.ts';

/** Where npm's files are looked for. */
export interface NpmrcPlaces {
  /** The project's folder, absolute; none outside a project. */
  readonly root?: string | undefined;
  /** The user's home folder, absolute. */
  readonly home: string;
  /** The program that runs: npm's own prefix is beside it. */
  readonly execPath: string;
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
    ...(root === undefined ? [] : read({ level: 'project', file: join(root, '.npmrc') })),
    ...read({ level: 'user', file: user }),
    ...read({ level: 'global', file: global }),
  ];
}

/** The user's own file, absolute. */
export function userNpmrc({ env, home }: Pick<NpmrcPlaces, 'env' | 'home'>): string {
  return resolve(configured(env, 'userconfig') ?? join(home, '.npmrc'));
}

function configured(env: Environment, key: string): string | undefined {
  return env[`npm_config_${key}`] ?? env[`NPM_CONFIG_${key.toUpperCase()}`];
}

function read({ level, file }: Omit<NpmrcFile, 'text'>): readonly NpmrcFile[] {
  try {
    return [{ level, file, text: readFileSync(file, 'utf8') }];
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} can't be read (${code})`, { cause });
  }
}
