import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import { showFailure } from '../../ui/failure.ts';
import { nearby } from '../../ui/nearby.ts';
import { devReadyView, devRoundView, devSchemaView } from '../../ui/plugin-dev.ts';
import { printLine, printMessage, printResult } from '../../ui/terminal.ts';

/** Signals that end the watch. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export default class PluginDev extends GenlockCommand {
  static override readonly enableJsonFlag = false;
  static override readonly summary = 'Run a plugin after each edit and show the difference.';
  static override readonly description =
    'Watches the folder of a plugin. After each edit, runs the generator in the sandbox, applies the result to a ' +
    'project, and shows the changes of the consent screen and of the files. Errors are printed, and the watch ' +
    'continues until Ctrl-C. The project is temporary and is deleted at the end, unless --project names a folder. ' +
    'Code of the project runs only with --run, which installs the packages and keeps the application running.';
  static override readonly examples = [
    { description: 'Watch the plugin in this folder:', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'Also run the application:', command: '<%= config.bin %> <%= command.id %> --run' },
    {
      description: 'Keep the project in ../demo:',
      command: '<%= config.bin %> <%= command.id %> --project ../demo',
    },
  ];
  static override readonly args = {
    path: stringArg({ description: 'Folder of the plugin. The default is the current folder.', ignoreStdin: true }),
  };
  static override readonly flags = {
    project: stringFlag({
      description: 'Project that receives the plugin, without a prompt. It is created if absent.',
      helpValue: '<folder>',
    }),
    run: booleanFlag({ description: 'Install the packages of the project and run the application.' }),
    once: booleanFlag({ description: 'Run the plugin once and do not watch.', exclusive: ['run'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginDev);
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    // Not `once`: cleanup libraries kill the process if they are the only listeners left.
    for (const signal of signals) process.on(signal, stop);
    const { developPlugin } = await import('../../flows/author/dev.ts');
    const { pluginFolder } = await import('../../flows/author/validate.ts');
    const cwd = this.folder(flags);
    const folder = pluginFolder(resolve(cwd, args.path ?? '.'));
    const project = flags.project === undefined ? {} : { project: resolve(cwd, flags.project) };
    const succeeded = await developPlugin(
      { folder, once: flags.once, run: flags.run, ...project },
      {
        env: process.env,
        clock: () => new Date(),
        random: (bytes) => randomBytes(bytes),
        progress: this.progress,
        signal: controller.signal,
        onProject: (root) => printMessage(() => `Applying to the project in ${nearby(root, cwd)}\n`),
        onRound: (round) => printResult((screen) => `${devRoundView(round, screen)}\n`),
        onError: (error) => {
          process.exitCode = showFailure(error, { json: false });
        },
        application: {
          onReady: (application) => printMessage((screen) => devReadyView(application, screen)),
          onLine: printLine,
          onSchemaChange: () => printMessage(devSchemaView),
        },
      },
    );
    if (succeeded || !flags.once) process.exitCode = 0;
    // Listeners for signals keep the process alive no longer than its work.
    for (const signal of signals) process.off(signal, stop);
  }
}
