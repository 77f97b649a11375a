// `npm run build`: bundles and types into dist/, the sandbox's worker, oclif.manifest.json.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { writeBaseOperations } from './base-operations.mjs';
import { buildWorker } from './build-worker.mjs';
import { writeBundledPackages } from './bundled-packages.mjs';
import { writeCompletions } from './completions.mjs';
import { commandEntries, mergedSources, separatePackages, sharedEntries, standaloneEntries } from './entries.mjs';
import { lazy, lazyRequires } from './lazy-requires.mjs';
import { mergeChunks } from './merge-chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
// The build is renamed into place, so that a process that runs dist/ never sees an incomplete build.
const staging = join(root, `.build-${process.pid}`);
process.once('exit', () => rmSync(staging, { recursive: true, force: true }));

/**
 * Reads each export of Node's modules at its first use. An `import` of `node:util` reads all exports, which loads half of
 * Node (5 ms per start).
 */
const lazyBuiltins = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(node:)?(${builtinModules.join('|')})$`) }, builtinImport);
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: builtinExports(path) }));
  },
};

/** Only `import` reads all exports. CommonJS packages already read single exports. */
function builtinImport({ kind, path }) {
  return kind === 'import-statement' ? { path: `node:${path.replace('node:', '')}`, namespace: 'builtin' } : undefined;
}

function builtinExports(path) {
  const properties = Object.getOwnPropertyDescriptors(process.getBuiltinModule(path));
  const names = Object.keys(properties).filter(
    (name) => /^\w+$/u.test(name) && name !== 'default' && !isLate(path, properties[name]),
  );
  return [
    `const module = process.getBuiltinModule(${JSON.stringify(path)});`,
    'export default module;',
    // Marks the calls as pure, so that unused exports are removed.
    ...names.map(
      (name) => `const $${name} = /* @__PURE__ */ (() => module.${name})(); export { $${name} as ${name} };`,
    ),
  ].join('\n');
}

/** Removes oclif's sorting of the commands, which loads the tables of a locale (7 ms per start). The manifest is sorted. */
const unsortedCommands = {
  name: 'unsorted-commands',
  setup(build) {
    build.onLoad({ filter: /[\\/]@oclif[\\/]core[\\/]lib[\\/]config[\\/]plugin\.js$/ }, ({ path }) => {
      const sorting = '.sort((a, b) => a.id.localeCompare(b.id))';
      const [before, after, ...more] = readFileSync(path, 'utf8').split(sorting);
      if (after === undefined || more.length > 0)
        throw new Error(
          `${path} does not contain ${sorting}: adapt the plugin unsortedCommands to this version of oclif`,
        );
      return { contents: lazy(before + after) };
    });
  },
};

/** Packages in separate files, which load at their first use: cacache scans a whole cache with them, oclif reads commands without a manifest. */
const lazyPackages = {
  name: 'lazy-packages',
  setup(build) {
    build.onResolve({ filter: /^(?:cli-spinners|glob|lilconfig|minimatch|tinyglobby)$/ }, ({ path, importer }) =>
      /[\\/](?:cacache|@oclif[\\/]core)[\\/]lib[\\/]/.test(importer)
        ? { path: `./${path}.cjs`, external: true }
        : undefined,
    );
  },
};

/** Modules of functions without parameters that always return the same data. The build calls them and embeds the results. */
const precomputed = {
  name: 'precomputed',
  setup(build) {
    const filter =
      /[\\/]src[\\/](?:config[\\/]json-schema|policy[\\/]json-schema|render[\\/]read-static-files|validation[\\/]reserved-paths)\.ts$/;
    build.onLoad({ filter }, async ({ path }) => {
      const functions = Object.entries(await import(pathToFileURL(path).href));
      const constants = functions.map(([name, work]) => {
        const text = JSON.stringify(JSON.stringify(work()));
        return `export function ${name}() { return JSON.parse(${text}); }`;
      });
      return { contents: constants.join('\n') };
    });
  },
};

/** Returns whether an export is a getter that loads more of Node, such as `WebSocket` of `node:http` (20 ms). */
function isLate(path, { get }) {
  return get !== undefined && path !== 'node:process';
}

/** Variables that CommonJS packages expect. */
const banner =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;";

const metafiles = await bundle(staging);

tool('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(staging, 'types')]);
replaceDist();
metafiles.push(...(await buildWorker()));
await writeBaseOperations(root);
tool('oclif', ['manifest']);
sortManifest();
await writeCompletions({ root, outdir: dist });
writeBundledPackages({ root, outdir: dist, metafiles });

/** @returns the metafiles of all bundles */
async function bundle(outdir) {
  const metafile = await bundleSources([...sharedEntries, ...commandEntries], outdir);
  await mergeChunks({ root, outdir, outputs: metafile.outputs, entries: mergedSources, banner: `${banner}\n` });
  const metafiles = [metafile];
  for (const name of standaloneEntries) metafiles.push(await bundleSources([name], outdir));
  for (const [name, entry] of Object.entries(separatePackages))
    metafiles.push(await bundlePackage({ name, entry, outdir }));
  return metafiles;
}

/** @returns esbuild's metafile */
async function bundleSources(names, outdir) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: names.map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24.15',
    // Names are not shortened: esbuild would restore the name of each function at run time, which takes longer than reading long names.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    chunkNames: 'chunks/[name]-[hash]',
    external: [
      ...Object.keys(dependencies),
      ...Object.keys(peerDependencies),
      ...Object.keys(separatePackages).map((name) => `./${name}.cjs`),
      'typescript',
      'ts-node',
      'tsx',
    ],
    plugins: [lazyBuiltins, lazyPackages, unsortedCommands, lazyRequires, precomputed],
    alias: {
      'wsl-utils': join(root, 'scripts', 'shims', 'wsl-utils.mjs'),
      'iconv-lite': join(root, 'scripts', 'shims', 'iconv-lite.cjs'),
      '@eslint-community/regexpp': join(root, 'scripts', 'shims', 'regexpp.mjs'),
      re2js: join(root, 'scripts', 'shims', 're2js.mjs'),
      scslre: join(root, 'scripts', 'shims', 'scslre.mjs'),
      socks: join(root, 'scripts', 'shims', 'socks.mjs'),
      // The package's CommonJS build hides its requires from the bundler.
      'jsonc-parser': join(root, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js'),
    },
    banner: { js: banner },
    logLevel: 'warning',
  });
  return metafile;
}

/** @returns esbuild's metafile */
async function bundlePackage({ name, entry, outdir }) {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: [join('node_modules', entry)],
    outfile: join(outdir, 'chunks', `${name}.cjs`),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24.15',
    minify: true,
    legalComments: 'none',
  });
  return metafile;
}

/** Sorts the manifest: oclif lists commands in the order of the file system, which differs between machines. */
function sortManifest() {
  const file = join(root, 'oclif.manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const commands = Object.entries(manifest.commands).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ ...manifest, commands: Object.fromEntries(commands) }, null, 2)}\n`);
}

/** Renames the new build into place. Keeps the worker until `buildWorker` replaces it. */
function replaceDist() {
  const old = `${staging}-old`;
  const worker = join(dist, 'sandbox');
  if (existsSync(worker)) cpSync(worker, join(staging, 'sandbox'), { recursive: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(staging, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Runs one of the tools in node_modules/.bin; stops the build if it fails. */
function tool(name, args) {
  const { status, error, stdout } = spawnSync(join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stdout.write(stdout ?? '');
  throw error ?? new Error(`${name} ${args.join(' ')} failed`);
}
