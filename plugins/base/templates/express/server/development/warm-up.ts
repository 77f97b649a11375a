import { readdirSync } from 'node:fs';
import type { Plugin, ViteDevServer } from 'vite';

/**
 * Prepares the client and the API before Vite reports that it is ready. Without it the first visitor
 * waits until every file is transformed.
 */
export function warmUp(): Plugin {
  return {
    name: 'warm-up',
    configureServer(vite) {
      const listen = vite.listen.bind(vite);
      vite.listen = async (...options) => {
        await listen(...options);
        await Promise.all([prepareClient(vite), prepareApi(vite)]);
        return vite;
      };
    },
  };
}

async function prepareClient({ environments }: ViteDevServer): Promise<void> {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
    .map((path) => `/client/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(css|tsx?)$/.test(path) && !path.endsWith('.d.ts'));
  await Promise.all(files.map((path) => environments.client.warmupRequest(path)));
  // The files name every package. A page must not wait for Vite to bundle them.
  const packages = Object.values(environments.client.depsOptimizer?.metadata.discovered ?? {});
  await Promise.all(packages.map(({ processing }) => processing));
}

/** A failure appears at the first real request. */
async function prepareApi({ resolvedUrls }: ViteDevServer): Promise<void> {
  const [url] = resolvedUrls?.local ?? [];
  if (url !== undefined) await fetch(new URL('/readyz', url)).catch(() => undefined);
}
