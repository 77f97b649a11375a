/**
 * Bundles the sandbox's worker into one file, `dist/sandbox/worker.cjs`: the worker's own code with the guest's
 * bundle inside as text. One file, because the worker may read nothing else.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Node modules that nunjucks imports, and their replacements inside the isolate. */
const standIns = {
  fs: 'module.exports = {};',
  path: 'module.exports = {};',
  chokidar: 'module.exports = {};',
  './node-loaders': 'module.exports = {};',
  asap: 'module.exports = function (task) { Promise.resolve().then(task); };',
  // A plain function, because nunjucks calls it without new.
  events: `module.exports = function () {};
module.exports.prototype.on = function (name, listener) {
  this.listeners = this.listeners || {};
  (this.listeners[name] = this.listeners[name] || []).push(listener);
  return this;
};
module.exports.prototype.emit = function (name, ...values) {
  ((this.listeners || {})[name] || []).forEach((listener) => listener(...values));
};`,
};

const withoutNode = {
  name: 'without-node',
  setup(bundle) {
    bundle.onResolve({ filter: /^(?:fs|path|chokidar|asap|events|\.\/node-loaders)$/ }, ({ path, importer }) =>
      importer.includes('nunjucks') ? { path, namespace: 'stand-in' } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: standIns[path], loader: 'js' }));
  },
};

/** The URL parser supports other encodings for old pages. A URL is always UTF-8, so their tables are left out. */
const urlWithUtf8 = {
  inject: ['sandbox/guest/globals/shared-memory.ts'],
  alias: { '@exodus/bytes/encoding.js': '@exodus/bytes/encoding-lite.js' },
};

/**
 * Builds the worker. Replaces the file in one step, and only if it changed.
 *
 * @returns esbuild's metafiles
 */
export async function buildWorker() {
  const common = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    write: false,
    minify: true,
    legalComments: 'none',
    target: 'es2024',
  };
  const inIsolate = { ...common, platform: 'neutral', mainFields: ['module', 'main'] };
  const metafiles = [];
  const library = async (name, options) => {
    const entryPoints = [`sandbox/guest/globals/${name}.ts`];
    const built = await build({ ...inIsolate, ...options, entryPoints, format: 'iife', globalName: 'library' });
    metafiles.push(named(built.metafile, name));
    return built.outputFiles[0].text;
  };
  const libraries = {
    encoding: await library('encoding'),
    url: await library('url', urlWithUtf8),
    data: await library('data'),
  };
  const guest = await build({
    ...inIsolate,
    entryPoints: ['sandbox/guest/main.ts'],
    format: 'esm',
    define: { LIBRARIES: JSON.stringify(libraries) },
    // Only its compiler and runtime: the package's entry brings loaders and a command line.
    alias: { nunjucks: 'nunjucks/src/environment.js' },
    plugins: [withoutNode],
  });
  const worker = await build({
    ...common,
    entryPoints: ['sandbox/worker/main.ts'],
    format: 'cjs',
    platform: 'node',
    define: { GUEST_SOURCE: JSON.stringify(guest.outputFiles[0].text) },
  });
  await replace(join(root, 'dist/sandbox/worker.cjs'), worker.outputFiles[0].text);
  return [...metafiles, named(guest.metafile, 'guest'), named(worker.metafile, 'worker')];
}

/** Names the one output, which has no file, after its bundle. */
function named({ inputs, outputs }, name) {
  return { inputs, outputs: { [`dist/sandbox/${name}`]: Object.values(outputs)[0] } };
}

async function replace(file, text) {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await mkdir(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  await writeFile(next, text);
  await rename(next, file);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWorker();
