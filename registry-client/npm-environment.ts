import { dirname, join } from 'node:path';
import { settingsIn, type Environment } from './npmrc.ts';
import { readNpmrc } from './npmrc-files.ts';

/** Locations of project files. */
export interface ProjectPlaces {
  /** Absolute; parent folders are searched as well. */
  readonly folders: readonly string[];
  /** The user's home folder, absolute. The `.npmrc` in this folder does not belong to a project. */
  readonly home: string;
}

/**
 * Returns the environment without variables that npm copied from a project's `.npmrc`. npm and other package managers
 * pass every key in this file as `npm_config_…` to child processes. Variables are removed if the file contains their
 * key, regardless of the value. If the file sets `userconfig` or `globalconfig`, or has keys with variables, all
 * `npm_config_…` variables are removed. `NPM_CONFIG_…` variables and keys for a scope or host are kept, because npm
 * never sets them from a file.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for an unreadable file
 */
export function ownEnvironment(env: Environment, { folders, home }: ProjectPlaces): Environment {
  const exported = Object.keys(env).filter((name) => exportedName.test(name));
  if (exported.length === 0) return env;
  // npm reports its project folder in this variable.
  const prefix = env['npm_config_local_prefix'] ?? '';
  const starts = prefix === '' ? folders : [...folders, prefix];
  const files = new Set(starts.flatMap(upwards).map((folder) => join(folder, '.npmrc')));
  files.delete(join(home, '.npmrc'));
  const keys = [...files].flatMap(keysOf);
  const named = new Set(keys.map(plain));
  const isAny = ['userconfig', 'globalconfig'].some((key) => named.has(key)) || keys.some((key) => key.includes('${'));
  const foreign = exported.filter((name) => isAny || named.has(plain(name.replace(exportedName, ''))));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.includes(name)));
}

const exportedName = /^npm_config_(?![/@])/u;

/** Normalizes a key for comparison with variable names: lower case, with other characters replaced by `-`. */
function plain(key: string): string {
  return key
    .toLowerCase()
    .replaceAll(/[\W_]+/gu, '-')
    .replace(/^-/u, '');
}

function keysOf(file: string): readonly string[] {
  return readNpmrc({ level: 'project', file }).flatMap(({ text }) => settingsIn(text, file).map(([key]) => key));
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
