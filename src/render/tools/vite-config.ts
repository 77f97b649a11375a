import type { DatabaseKind } from '../../config/config.ts';
import type { Emitter } from '../emitter.ts';

/**
 * Bundles Prisma's client into the server build. The package takes 70 MB and the build needs 3 MB of it, so production
 * installs omit the package. The client of Prisma 6 loads a native library from its own folder and cannot be bundled.
 */
const bundlePrisma = String.raw`
  // Bundles Prisma's client into the server: production does not install @prisma/client.
  ...(isSsrBuild && { ssr: { noExternal: [/^@prisma\/client/] } }),`;

/**
 * The Vite configuration of the whole application. In development, Vite serves the API and the client. Vite also builds
 * both parts and runs the tests. All of them share plugins and aliases.
 */
const text = (database: DatabaseKind) => String.raw`
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { api } from './server/development/api.ts';
import { compressFiles } from './server/development/compress-files.ts';
import { inlineStyles } from './server/development/inline-styles.ts';
import { overrides } from './server/development/overrides.ts';
import { warmUp } from './server/development/warm-up.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Disables the web storage of Node 25+, which would replace the storage of the test browser. */
const noStorage = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : [];

/** Modules that form one script each. Otherwise, many scripts would have less than 1 kB. */
const scripts = [
  { name: 'main', tags: ['$initial' as const] },
  { name: 'resources', test: /\/client\/(?:resources\/|generated\/(?:menu|resources)\.ts)/ },
  {
    name: 'common',
    test: /\/client\/(?:components\/(?:FirstEntity|Failure|SignInNeeded|ui\/|records\/(?:Breadcrumbs|Cell|SearchBox))|hooks\/(?:useMay|useResource)|lib\/(?:address|format|timestamps|weeks))/,
  },
];

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [overrides(), react(), tailwindcss(), api(), warmUp(), inlineStyles(), compressFiles()],
  resolve: {
    alias: { '@': folder('./client'), '@shared': folder('./shared') },
  },
  server: { port: Number(loadEnv(mode, '.', 'PORT').PORT ?? 3000), strictPort: true },
  // Lists lazy pages as entries. Otherwise Vite finds their packages later and reloads the page.
  optimizeDeps: { entries: ['index.html', 'client/**/*.tsx'] },
  // The command that starts Genlock on this machine: pages show it during development.
  envPrefix: ['VITE_', 'GENLOCK_COMMAND'],
  // Without this, Vite uses the PostCSS configuration of a surrounding workspace.
  css: { postcss: {} },
  build: isSsrBuild
    ? { outDir: 'dist/server', target: 'node20', copyPublicDir: false, sourcemap: true }
    : {
        outDir: 'dist/client',
        // The server links to the scripts of the requested page.
        manifest: true,
        rolldownOptions: {
          output: { codeSplitting: { groups: scripts } },
        },
      },${database === 'document' ? '' : bundlePrisma}
  test: {
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/client/**'],
          setupFiles: ['test/setup/secrets.ts', 'test/setup/database.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['test/client/**/*.test.ts', 'test/**/*.test.tsx'],
          setupFiles: ['test/setup/messages.ts'],
          execArgv: noStorage,
        },
      },
    ],
  },
}));
`;

export const viteConfig: Emitter = function* ({ config }) {
  yield { path: 'vite.config.ts', content: text(config.database).trimStart() };
};
