import { defineConfig } from 'vitest/config';
import SlowFirst from './test/support/slow-first.ts';

interface Options {
  readonly timeout: number;
  /** Default: all tests in the folder with the project's name. */
  readonly include?: string;
  readonly env?: Record<string, string>;
  readonly setupFiles?: string[];
  /** Servers and builds that the tests of a run share. */
  readonly globalSetup?: string[];
}

const servers = ['test/support/build-worker.ts', 'test/support/postgres-setup.ts', 'test/support/run-folder.ts'];

const project = (name: string, { timeout, include, env = {}, setupFiles = [], globalSetup = servers }: Options) => ({
  extends: true as const,
  test: {
    name,
    include: [include ?? `test/${name}/**/*.test.ts`],
    env,
    testTimeout: timeout,
    hookTimeout: timeout,
    setupFiles,
    globalSetup,
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A worker answers late on a busy machine, and a run that ends early leaves servers behind. The default is ten seconds.
    teardownTimeout: 120_000,
    sequence: { sequencer: SlowFirst },
    exclude: ['dist/**', 'node_modules/**'],
    projects: [
      project('unit', { timeout: 180_000, setupFiles: ['test/support/no-processes.ts'], globalSetup: [] }),
      project('integration', { timeout: 120_000 }),
      project('hostile', { timeout: 60_000, env: { GENLOCK_CORPUS: 'first' } }),
      project('corpus', { timeout: 60_000, include: 'test/hostile/corpus.test.ts', env: { GENLOCK_CORPUS: 'rest' } }),
      project('flows', { timeout: 600_000, setupFiles: ['test/support/stored-runs.ts'] }),
      project('laws', { timeout: 3_600_000, setupFiles: ['test/support/stored-runs.ts'] }),
      // The tests of a large generated project take a minute of processor time, and 14 minutes on a machine with a load of 25.
      project('e2e', { timeout: 1_800_000 }),
    ],
  },
});
