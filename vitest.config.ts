import { defineConfig } from 'vitest/config';

interface Options {
  readonly timeout: number;
  readonly setupFiles?: string[];
  /** What the tests of all projects that start processes share. */
  readonly globalSetup?: string[];
}

const servers = ['test/support/build-worker.ts', 'test/support/postgres-setup.ts', 'test/support/run-folder.ts'];

const project = (name: string, { timeout, setupFiles = [], globalSetup = servers }: Options) => ({
  extends: true as const,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: timeout,
    hookTimeout: timeout,
    setupFiles,
    globalSetup,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    exclude: ['dist/**', 'node_modules/**'],
    projects: [
      project('unit', { timeout: 60_000, setupFiles: ['test/support/no-processes.ts'], globalSetup: [] }),
      project('integration', { timeout: 120_000 }),
      project('hostile', { timeout: 60_000 }),
      project('flows', { timeout: 600_000 }),
      project('laws', { timeout: 3_600_000, setupFiles: ['test/laws/stored-runs.ts'] }),
      project('e2e', { timeout: 900_000 }),
    ],
  },
});
