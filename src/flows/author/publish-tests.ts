import { GenlockError } from '../../errors/error.ts';
import { packageManagerOf, runScript } from '../../processes/package-manager.ts';
import { failureText } from '../../processes/run.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { readPackageJson } from './publish-package.ts';

/** How a plugin's own tests are run; nothing if its package.json has none. @param folder absolute */
export function testCommand(folder: string, { env }: Pick<PackagePorts, 'env'>): string | undefined {
  const { scripts } = readPackageJson(folder);
  return typeof scripts?.['test'] === 'string' ? `${packageManagerOf(env, folder)} run test` : undefined;
}

/**
 * Runs a plugin's own tests: its author's code, in its author's folder, outside the sandbox.
 *
 * @param folder absolute
 * @throws GenlockError PUBLISH_TESTS_FAILED
 */
export async function runTests(folder: string, { env, progress }: PackagePorts): Promise<void> {
  const step = 'Running the tests of the plugin';
  progress(step);
  const onLine = (line: string): void => progress(step, line);
  const result = await runScript('test', { env, cwd: folder, onLine }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GenlockError({ code: 'PUBLISH_TESTS_FAILED', message: `its tests can't be run: ${reason}` }, { cause });
  });
  if (result.exitCode === 0) return;
  throw new GenlockError({ code: 'PUBLISH_TESTS_FAILED', message: `running its tests ${failureText(result)}` });
}
