// The entry points of the npm package, relative to src/ and without their extension. The build, knip and the tests of the
// package read this list.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Every command is an entry, so that a run loads one command. */
export const commandEntries = readdirSync(join(root, 'src', 'commands'), { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `commands/${path.replaceAll('\\', '/').replace(/\.ts$/u, '')}`)
  .toSorted();

/** Entries that share chunks. */
export const sharedEntries = ['main', 'help', 'index', 'testing'];

/** Small entries that share no code with the commands. Each is bundled into one file. */
export const standaloneEntries = ['publication-check', 'schema-engine', 'sdk', 'user-cache'];

/** All entries of the bundle: `dist/<entry>.js` is built from `src/<entry>.ts`. */
export const entries = [...sharedEntries, ...commandEntries, ...standaloneEntries];

/**
 * Sources whose static imports become one file each, in the order in which a run loads them. Paths are relative to the
 * root of the repository.
 */
export const mergedSources = [
  'src/main.ts',
  'src/cli/status-fast-path.ts',
  'src/commands/add.ts',
  'src/commands/list.ts',
  'src/flows/plugins/add.ts',
  'src/flows/project/full-list.ts',
  'src/flows/plugins/add-selected.ts',
  'registry-client/index.ts',
];

/** Large packages that few runs need. Each becomes `dist/chunks/<name>.cjs`; the path is relative to node_modules/. */
export const separatePackages = {
  'cli-spinners': 'cli-spinners/index.js',
  glob: 'cacache/node_modules/glob/dist/commonjs/index.js',
  lilconfig: 'lilconfig/src/index.js',
  minimatch: 'minimatch/dist/commonjs/index.js',
  re2js: 're2js/build/index.cjs',
  regexpp: '@eslint-community/regexpp/index.js',
  scslre: 'scslre/index.js',
  socks: 'socks/build/index.js',
  tinyglobby: 'tinyglobby/dist/index.cjs',
};
