import { defineConfig } from 'vitest/config';

const project = (name: string, timeout: number, setupFiles: string[] = []) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: timeout, hookTimeout: timeout, setupFiles },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['test/support/build-worker.ts', 'test/support/postgres-setup.ts', 'test/support/run-folder.ts'],
    projects: [
      project('unit', 60_000),
      project('hostile', 60_000),
      project('flows', 600_000),
      project('laws', 3_600_000, ['test/laws/stored-runs.ts']),
      project('e2e', 900_000),
    ],
  },
});
