import type { Logger, Options } from '@oclif/core/interfaces';
import { run } from '@oclif/core/run';
import { settings } from '@oclif/core/settings';
import { invocation } from './cli/invocation.ts';
import { showCommandsWith } from './ui/own-command.ts';

/**
 * Runs one command line to its end. Nothing is thrown: failures are shown and become the process's exit code.
 *
 * @param load where oclif finds package.json and the commands; found from this file if absent
 */
export async function main(given: string[], load: Options = { root: import.meta.filename }): Promise<void> {
  const argv = withoutHelpCommand(given);
  process.once('uncaughtException', (error) => void crash(error, argv));
  // With NODE_ENV=development or test, oclif would search for a compiler and sources.
  settings.enableAutoTranspile = false;
  // zod reads its configuration from this object. Importing zod here would load zod for every command. A command reads each
  // shape once or twice, so generating a function for each shape costs more time than it saves.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  showCommandsWith(invocation);
  try {
    if (argv.length === 0) return await showStart();
    if (/^status(?: --json)?$/u.test(argv.join(' ')) && (await answered(argv))) return;
    await run(argv, process.env['DEBUG'] === undefined ? { logger: silent('oclif'), ...load } : load);
  } catch (error) {
    await fail(error, argv);
  }
}

/** `help add` means `add --help`. */
function withoutHelpCommand(argv: string[]): string[] {
  return argv[0] === 'help' ? [...argv.filter((arg) => arg !== 'help'), '--help'] : argv;
}

/** `genlock` alone shows the first steps. All commands are in the help. */
async function showStart(): Promise<void> {
  const { startView } = await import('./ui/start.ts');
  const { printResult } = await import('./ui/terminal.ts');
  printResult(startView);
}

/** Prints the status without loading the command, if it is cached. Shell prompts and editors run `status` often. */
async function answered(argv: readonly string[]): Promise<boolean> {
  const { answerStatus } = await import('./cli/status-fast-path.ts');
  return answerStatus({ json: argv.includes('--json') });
}

/** Prints an error. Loads its modules only now, because a successful run does not need them. */
async function fail(error: unknown, argv: readonly string[]): Promise<void> {
  const { showFailure } = await import('./ui/failure.ts');
  const { asGenlockError } = await import('./cli/usage-error.ts');
  process.exitCode = showFailure(asGenlockError(error, argv), { json: argv.includes('--json') });
}

async function crash(error: unknown, argv: readonly string[]): Promise<void> {
  await fail(error, argv);
  process.exit();
}

/** Replaces oclif's logger, which loads a package and Node's network code (6 ms per start) even if logging is off. */
function silent(namespace: string): Logger {
  const child = (name: string): Logger => silent(`${namespace}:${name}`);
  return { namespace, child, debug: ignore, error: ignore, info: ignore, trace: ignore, warn: ignore };
}

function ignore(): void {}
