/** Setup of the law tests: each plugin runs in the sandbox once, and later runs use the stored result. */
import { vi } from 'vitest';

const { prestartWorker } = vi.hoisted(() => ({ prestartWorker: () => () => undefined }));

vi.mock('../../sandbox/host/prestarted-worker.ts', async (original) => ({
  ...(await original<object>()),
  prestartWorker,
}));
vi.mock('../../sandbox/index.ts', async (original) => {
  const sandbox = await original<typeof import('../../sandbox/index.ts')>();
  const reports = new Map<string, ReturnType<typeof sandbox.runPlugin>>();
  return {
    ...sandbox,
    prestartWorker,
    runPlugin: (...[input, options]: Parameters<typeof sandbox.runPlugin>) => {
      const files = [...input.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]);
      const key = JSON.stringify([{ ...input, files }]);
      const report = reports.get(key) ?? sandbox.runPlugin(input, options);
      reports.set(key, report);
      return report;
    },
  };
});
