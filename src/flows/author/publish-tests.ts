import { GenlockError } from '../../errors/error.ts';
import { packageManagerOf, runScript } from '../../processes/package-manager.ts';
import { failureText } from '../../processes/run.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { readPackageJson } from './publish-package.ts';

/**
 * Returns the command for the plugin's tests; `undefined` if its package.json has no test script. @param folder
 * absolute
 */
export function testCommand(folder: string, { env }: Pick<PackagePorts, 'env'>): string | undefined {
  const { scripts } = readPackageJson(folder);
  return typeof scripts?.['test'] === 'string' ? `${packageManagerOf(env, folder)} run test` : undefined;
}

/**
 * Runs the plugin's tests outside the sandbox, in the author's folder.
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
    throw new GenlockError({ code: 'PUBLISH_TESTS_FAILED', message: `the tests cannot run: ${reason}` }, { cause });
  });
  if (result.exitCode === 0) return;
  throw new GenlockError({ code: 'PUBLISH_TESTS_FAILED', message: `running the tests ${failureText(result)}` });
}
