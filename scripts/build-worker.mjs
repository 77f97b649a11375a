/**
 * Bundles the sandbox's worker into one file, `dist/sandbox/worker.cjs`: the worker's own code with the guest's
 * bundle inside as text. One file, because the worker may read nothing else.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

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
