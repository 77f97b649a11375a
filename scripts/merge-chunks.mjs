// The bundler makes a chunk of whatever the same entries share, and loading a file takes as long as running most of them:
// what a run of a common command loads at one time becomes one file.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Merges the outputs that each entry loads statically, unless an earlier entry loads them. Outputs that are entries
 * themselves remain files, which export the merged code again.
 *
 * @param root base folder of the paths in `outputs`
 * @param outdir folder of the outputs
 * @param entries sources, the first to be loaded first
 * @param banner what every output begins with
 */
export async function mergeChunks({ root, outdir, outputs, entries, banner }) {
  const graph = new Map(
    Object.entries(outputs).map(([path, { imports, exports, entryPoint }]) => {
      const loaded = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
      return [join(root, path), { loads: loaded.map((one) => join(root, one.path)), exports, entryPoint }];
    }),
  );
  const places = new Map();
  for (const entry of entries) {
    const [start] = [...graph].find(([, { entryPoint }]) => entryPoint === entry);
    const members = loadedBy(start, graph).filter((path) => !places.has(path) && path !== start);
    if (members.length < 2) continue;
    const name = entry.replaceAll(/^src\/|\.ts$/gu, '').replaceAll('/', '-');
    const merged = join(outdir, 'chunks', `merged-${name}.js`);
    await merge({ merged, members, graph, places, banner });
    members.forEach((path, index) => places.set(path, { merged, index }));
  }
  for (const [path, { exports, entryPoint }] of graph) {
    if (!places.has(path)) rewrite(path, (text) => redirected(text, { path, places }));
    else if (entryPoint === undefined) rmSync(path);
    else writeFileSync(path, `${passedOn({ path, exports }, places)}\n`);
  }
}

/** Returns the files that a file loads statically, deepest first, and the file itself. */
function loadedBy(path, graph, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...graph.get(path).loads.flatMap((one) => loadedBy(one, graph, seen)), path];
}

async function merge({ merged, members, graph, places, banner }) {
  const list = members.map((path, index) => {
    const names = graph.get(path).exports.map((name) => `${name} as ${exported({ index }, name)}`);
    return `export { ${names.join(', ')} } from ${JSON.stringify(path)};`;
  });
  const within = {
    name: 'within',
    setup(bundle) {
      bundle.onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
        if (!path.startsWith('.') && !isAbsolute(path)) return { external: true };
        const target = isAbsolute(path) ? path : join(resolveDir, path);
        if (kind === 'import-statement' && members.includes(target)) return { path: target };
        return { path: specifier(merged, target), external: true };
      });
      bundle.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.startsWith(banner)) throw new Error(`${path} begins otherwise`);
        return { contents: redirected(text.slice(banner.length), { path, places }) };
      });
    },
  };
  await build({
    stdin: { contents: list.join('\n'), resolveDir: dirname(merged) },
    outfile: merged,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24.15',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    banner: { js: banner.trimEnd() },
    plugins: [within],
    logLevel: 'warning',
  });
}

function exported({ index }, name) {
  return `m${index}_${name}`;
}

function specifier(from, to) {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the source text with the imports of merged files redirected to their new place. */
function redirected(text, { path, places }) {
  const importing = /\b(?:(?<keyword>import|export)\{(?<names>[^}]*)\}from|import)"(?<from>\.[^"]+)"/gu;
  const changed = text.replaceAll(importing, (whole, ...rest) => {
    const { keyword, names, from } = rest.at(-1);
    const place = places.get(join(dirname(path), from));
    if (place === undefined) return whole;
    const target = JSON.stringify(specifier(path, place.merged));
    if (names === undefined) return `import${target}`;
    const each = names.split(',').map((name) => {
      const [theirs, ours = theirs] = name.split(' as ');
      return `${exported(place, theirs)} as ${ours}`;
    });
    return `${keyword}{${each.join(',')}}from${target}`;
  });
  const left = [...places.keys()].find((moved) => moved.includes('chunk-') && changed.includes(basename(moved)));
  if (left !== undefined) throw new Error(`${path} loads ${left} in a way that is not known here`);
  return changed;
}

function passedOn({ path, exports }, places) {
  const place = places.get(path);
  const names = exports.map((name) => `${exported(place, name)} as ${name}`);
  return `export{${names.join(',')}}from${JSON.stringify(specifier(path, place.merged))};`;
}

function rewrite(path, change) {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
}
