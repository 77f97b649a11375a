import { dirname, join } from 'node:path';
import { settingsIn, type Environment } from './npmrc.ts';
import { readNpmrc } from './npmrc-files.ts';

/** Where projects' files may be. */
export interface ProjectPlaces {
  /** Absolute; the folders above count, too. */
  readonly folders: readonly string[];
  /** The user's home folder, absolute: its `.npmrc` is no project's. */
  readonly home: string;
}

/**
 * The environment without what may have come with a clone: npm gives what it starts every key of a project's `.npmrc` as
 * `npm_config_…`, and so do others like it. What such a file names counts as said by the file alone, whatever its value
 * is here; if the file chooses npm's other files, or has keys that npm works out, that is all of it. `NPM_CONFIG_…` is
 * never written that way, nor is what is for one scope or host.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID for a file that can't be read
 */
export function ownEnvironment(env: Environment, { folders, home }: ProjectPlaces): Environment {
  const exported = Object.keys(env).filter((name) => exportedName.test(name));
  if (exported.length === 0) return env;
  // Where npm has found it, says npm.
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

/** What is left of a key in the environment: letters and digits, in one case. */
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
