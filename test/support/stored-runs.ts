/**
 * Setup of tests of commands in this process. The same run of a plugin happens in the sandbox once, and later runs of all
 * test files use the stored report. Runs are pure, which tests of the sandbox and of the built commands check.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { vi } from 'vitest';
import type { RunInput, RunOptions, RunReport } from '../../sandbox/index.ts';
import { runFolder } from './run-folder.ts';

const { prestartWorker } = vi.hoisted(() => ({ prestartWorker: () => () => undefined }));

vi.mock('../../sandbox/host/prestarted-worker.ts', async (original) => ({
  ...(await original<object>()),
  prestartWorker,
}));
vi.mock('../../sandbox/index.ts', async (original) => {
  const sandbox = await original<typeof import('../../sandbox/index.ts')>();
  return {
    ...sandbox,
    prestartWorker,
    runPlugin: async (input: RunInput, options: RunOptions = {}): Promise<RunReport> => {
      const file = join(runFolder(), 'runs', digestOf(input, options));
      if (!existsSync(file)) store(file, await sandbox.runPlugin(input, options));
      return deserialize(readFileSync(file));
    },
  };
});

function digestOf({ files, ...input }: RunInput, options: RunOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([input, options]));
  for (const [path, bytes] of files) hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  return hash.digest('hex');
}

function store(file: string, report: RunReport): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const next = `${file}-${randomUUID()}`;
  writeFileSync(next, serialize(report));
  renameSync(next, file);
}
