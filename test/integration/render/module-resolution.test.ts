/** Compares the import resolution in `src/render` with Vite and TypeScript, for all pairs of file names. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveImport, type Resolver } from '../../../src/render/module-resolution.ts';
import { typescriptConfig } from '../../../src/render/tools/typescript-config.ts';
import { repository } from '../../support/cli.ts';
import { shopProject } from '../../hostile/sandboxed.ts';

const names = [
  ...['x.mjs', 'x.js', 'x.cjs', 'x.mts', 'x.cts', 'x.ts', 'x.jsx', 'x.tsx', 'x.json', 'x.d.ts'],
  ...['x/index.ts', 'x/index.js', 'x/index.tsx', 'x/index.mjs', 'x/index.d.ts', 'x.css', 'x.css.ts'],
];
const requests = ['x', 'x.js', 'x.jsx', 'x.mjs', 'x.cjs', 'x.css', 'x/index', 'x/index.js'];
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));

const root = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-resolution-')));
let vite: ViteDevServer;
let traced: ReadonlyMap<string, string>;

beforeAll(async () => {
  const server = { middlewareMode: true, watch: null };
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server,
    optimizeDeps: { noDiscovery: true },
  });
  for (const [index, pair] of pairs.entries()) {
    for (const name of pair) {
      const path = join(root, `p${String(index)}`, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, name.endsWith('.json') ? '{}' : '');
    }
    const imports = requests.map((request) => `import './${request}';\n`).join('');
    writeFileSync(join(root, `p${String(index)}`, 'main.ts'), imports);
  }
  traced = typescriptTrace();
}, 120_000);

afterAll(async () => {
  await vite.close();
  rmSync(root, { recursive: true, force: true });
});

/** Runs the compiler with the generated configuration. Returns importing folder and request → file. */
function typescriptTrace(): ReadonlyMap<string, string> {
  const [{ content } = { content: '{}' }] = typescriptConfig({ ...shopProject(), contributions: [] });
  const { compilerOptions } = JSON.parse(String(content)) as { compilerOptions: object };
  const options = { ...compilerOptions, types: [], traceResolution: true };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*/main.ts'] }));
  const found = new Map<string, string>();
  const line = /Module name '\.\/([^']+)' was successfully resolved to '([^']+)'/u;
  let folder = '';
  for (const text of traceLines()) {
    folder = /Resolving module '[^']+' from '([^']+)\/main\.ts'/u.exec(text)?.[1] ?? folder;
    const [, request, file] = line.exec(text) ?? [];
    if (request !== undefined && file !== undefined) found.set(`${folder} ${request}`, file);
  }
  return found;
}

function traceLines(): readonly string[] {
  const argv = [join(repository, 'node_modules/typescript/bin/tsc'), '-p', root];
  try {
    return execFileSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 1e9 }).split('\n');
  } catch (error) {
    // Imports without a file are errors of the compiler.
    if (error instanceof Error && 'stdout' in error) return String(error.stdout).split('\n');
    throw error;
  }
}

function expected(pair: readonly string[], given: { readonly request: string; readonly resolver: Resolver }): string {
  return resolveImport(given.request, { ...given, has: (path) => pair.includes(path) }) ?? 'none';
}

test('agrees with Vite', async () => {
  const different: string[] = [];
  for (const [index, pair] of pairs.entries()) {
    const folder = join(root, `p${String(index)}`);
    for (const request of requests) {
      const found = await vite.pluginContainer.resolveId(`./${request}`, join(folder, 'main.ts'));
      const real = found?.id.startsWith(`${folder}/`) === true ? found.id.slice(folder.length + 1) : 'none';
      const own = expected(pair, { request, resolver: 'Vite' });
      if (own !== real) different.push(`${pair.join(' + ')}, ./${request}: ${real}, not ${own}`);
    }
  }
  expect(different).toEqual([]);
});

test('agrees with TypeScript', () => {
  expect(traced.size).toBeGreaterThan(pairs.length);
  const different: string[] = [];
  for (const [index, pair] of pairs.entries()) {
    const folder = join(root, `p${String(index)}`);
    for (const request of requests) {
      const real = traced.get(`${folder} ${request}`)?.slice(folder.length + 1) ?? 'none';
      const own = expected(pair, { request, resolver: 'TypeScript' });
      if (own !== real) different.push(`${pair.join(' + ')}, ./${request}: ${real}, not ${own}`);
    }
  }
  expect(different).toEqual([]);
});
