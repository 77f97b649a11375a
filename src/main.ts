import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import { showFailure } from './ui/failure.ts';
import { asGenlockError } from './usage.ts';

type LoadOptions = Parameters<typeof run>[1];

/**
 * Runs one command line to its end. Nothing is thrown: failures are shown and become the process's exit code.
 * @param load where oclif finds package.json and the commands; found from this file if absent
 */
export async function main(argv: string[], load: LoadOptions = import.meta.url): Promise<void> {
  const fail = (error: unknown): void => {
    process.exitCode = showFailure(asGenlockError(error), { json: argv.includes('--json') });
  };
  process.once('uncaughtException', (error) => {
    fail(error);
    process.exit();
  });
  // With NODE_ENV=development or test oclif would look for a compiler and for sources to run instead.
  settings.enableAutoTranspile = false;
  try {
    await run(argv, load);
  } catch (error) {
    fail(error);
  }
}
