/** Vite without a configuration file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';

/** Creates a development server that listens on no port. The disposal closes it. */
export async function viteServer(root: string): Promise<AsyncDisposable & { readonly vite: ViteDevServer }> {
  const vite = await createServer({
    ...{ root, configFile: false, logLevel: 'silent', appType: 'mpa' },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  return { vite, [Symbol.asyncDispose]: () => vite.close() };
}

interface Pair {
  /** Text of the import, without `./`. */
  readonly request: string;
  readonly own: string;
  /** File that is added later. */
  readonly foreign: string;
}

/** Returns the files that Vite loads for an import, before and after another file exists. */
export async function loadedFiles(root: string, { request, own, foreign }: Pair): Promise<readonly string[]> {
  await using server = await viteServer(root);
  const loaded: string[] = [];
  for (const [folder, paths] of Object.entries({ before: [own], after: [own, foreign] })) {
    for (const path of paths) {
      mkdirSync(dirname(join(root, folder, path)), { recursive: true });
      writeFileSync(join(root, folder, path), '');
    }
    const found = await server.vite.pluginContainer.resolveId(`./${request}`, join(root, folder, 'main.ts'));
    loaded.push(relative(join(root, folder), found?.id ?? ''));
  }
  return loaded;
}
