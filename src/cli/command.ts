import { resolve } from 'node:path';
import { Command } from '@oclif/core/command';
import { Config } from '@oclif/core/config';
import { string as stringFlag } from '@oclif/core/flags';
import { passwordsIn } from '../../registry-client/passwords.ts';
import { GenlockError } from '../errors/error.ts';
import { keepSecret } from '../errors/redact.ts';
import { wasStopped } from '../engine/packages/interruptible.ts';
import { showFailure } from '../ui/failure.ts';
import { commandsArePastedIn, withOwnCommands } from '../ui/own-command.ts';
import { printJson, printResult, showStatus, type Screen } from '../ui/terminal.ts';
import { asGenlockError } from './usage-error.ts';

const repeatHint = 'Run the same command again. It first finishes or undoes a change that was interrupted.';

/**
 * Base class of all commands: flags → one flow → a printed result. `run` returns the flow's result. With `--json`,
 * oclif prints it as data. Otherwise the command passes it to {@link show} with its view. Commands throw errors and
 * need no other error handling.
 */
export abstract class GenlockCommand extends Command {
  static override readonly enableJsonFlag: boolean = true;
  static override readonly baseFlags = {
    cwd: stringFlag({
      description: 'Work in this folder instead of the current one.',
      helpGroup: 'GLOBAL',
      helpValue: '<folder>',
    }),
  };

  /**
   * Runs the command with the given configuration. The oclif method would load the configuration again. Hides passwords
   * in the arguments from all output.
   */
  static override async run<Ran extends Command>(
    this: new (argv: string[], config: Config) => Ran,
    ...[argv, config]: Parameters<typeof Command.run>
  ): Promise<ReturnType<Ran['run']>> {
    for (const password of (argv ?? []).flatMap(passwordsIn)) keepSecret(password);
    const command = argv !== undefined && config instanceof Config ? new this(argv, config) : undefined;
    // oxlint-disable-next-line no-underscore-dangle -- oclif's name
    return command instanceof GenlockCommand ? command._run() : super.run<Ran>(argv, config);
  }

  /** Returns the absolute folder that relative paths refer to. */
  protected folder(flags: { readonly cwd?: string | undefined }): string {
    return resolve(flags.cwd ?? '.');
  }

  /** Prints the result, unless `--json` is set. */
  protected show<T>(result: T, view: (result: T, screen: Screen) => string): T {
    const root = rootOf(result);
    if (root !== undefined) commandsArePastedIn(root);
    if (!this.jsonEnabled()) printResult((screen) => view(result, screen));
    return result;
  }

  /** Whether the command changes nothing before its first interruptible task. */
  protected readonly changesLate: boolean = false;

  private step: string | undefined;

  /** Shows the running step in a terminal. From the first step on, Ctrl-C is reported. */
  protected readonly progress = (step: string, detail?: string): void => {
    if (this.step === undefined) process.on('SIGINT', this.interrupted);
    this.step = step;
    if (!this.jsonEnabled()) showStatus(step, detail);
  };

  /** Ends the process after Ctrl-C, unless a flow listens for Ctrl-C itself. */
  private readonly interrupted = (): void => {
    if (process.listenerCount('SIGINT') > 1) return;
    const error = new GenlockError({
      code: 'INTERRUPTED',
      message: `Stopped by Ctrl-C during this step: ${this.step}`,
      hint: this.changesLate && !wasStopped() ? 'Nothing was changed.' : repeatHint,
    });
    process.exit(showFailure(error, { json: this.jsonEnabled() }));
  };

  protected override logJson(json: unknown): void {
    printJson(withOwnCommands(json));
  }

  protected override async catch(error: Error): Promise<void> {
    this.parsed = true;
    process.exitCode = showFailure(asGenlockError(error), { json: this.jsonEnabled() });
  }
}

/** Returns the project folder of a result, in which users run its next steps. */
function rootOf(result: unknown): string | undefined {
  const { project }: { project?: unknown } = isObject(result) ? result : {};
  const { root }: { root?: unknown } = isObject(project) ? project : {};
  return typeof root === 'string' ? root : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
