import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { changeFlags, showDiff } from '../change-command.ts';
import { GenlockCommand } from '../command.ts';
import { databaseFlag, databaseKind } from '../database-flag.ts';
import { exitCodes } from '../errors/codes.ts';
import { GenlockError } from '../errors/error.ts';
import { initProject, type InitPorts, type InitResult } from '../flows/init.ts';
import { invocation } from '../invocation.ts';
import { previewView, resultView } from '../ui/init.ts';
import { askDatabase, askPlan, askProjectName, askToRun, canAsk, timeWaited } from '../ui/prompts.ts';
import { printMessage } from '../ui/terminal.ts';

export default class Init extends GenlockCommand {
  static override readonly summary = 'Make a project from a configuration and plugins.';
  static override readonly description =
    'Renders an Express 5 server and a React client from genlock.json. Plugins run in a sandbox; ' +
    'what they contribute is shown before anything is written. On a project that Genlock made ' +
    'it is `genlock sync`: the project is brought up to its configuration.';
  static override readonly examples = [
    { description: 'Ask what is missing, then make ./shop:', command: '<%= config.bin %> <%= command.id %> shop' },
    {
      description: 'Ask nothing, use the embedded database:',
      command: '<%= config.bin %> <%= command.id %> shop --database file --yes',
    },
    {
      description: 'Start from a configuration and add a plugin from a folder:',
      command: '<%= config.bin %> <%= command.id %> shop --config shop.json --plugins ./my-plugin',
    },
    { description: 'See the plan and write nothing:', command: '<%= config.bin %> <%= command.id %> shop --dry-run' },
  ];
  static override readonly args = {
    project_name: stringArg({
      description: 'Name of the project; a folder of this name is made. "." is the current folder.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    database: databaseFlag,
    plugins: stringFlag({
      description: 'Folder of a plugin, or of several. Can be repeated.',
      helpValue: '<path>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    config: stringFlag({
      description: 'Configuration to start from, instead of a genlock.json found nearby.',
      helpValue: '<file>',
    }),
    yes: booleanFlag({ char: 'y', description: 'Ask nothing: take the defaults and agree to the plan.' }),
    'dry-run': booleanFlag({ description: 'Show the plan and write nothing.' }),
    diff: changeFlags.diff,
    install: changeFlags.install,
  };

  protected override readonly changesLate = true;

  /** The plan was shown before it was applied. */
  private previewed = false;

  async run(): Promise<InitResult> {
    const { args, flags } = await this.parse(Init);
    const interactive = !flags.yes && !this.jsonEnabled() && canAsk(process.env);
    const cwd = this.folder(flags);
    const database = flags.database === undefined ? undefined : databaseKind(flags.database);
    const result = await initProject(
      {
        cwd,
        shell: process.cwd(),
        root: resolve(cwd, args.project_name ?? (await missingName(interactive))),
        ...(database === undefined ? {} : { database }),
        ...(flags.config === undefined ? {} : { config: resolve(cwd, flags.config) }),
        plugins: (flags.plugins ?? []).map((path) => resolve(cwd, path)),
        yes: flags.yes,
        dryRun: flags['dry-run'],
        diff: flags.diff,
        install: flags.install ?? false,
      },
      this.ports(interactive, flags.install),
    );
    if (result.plan.conflicts.length > 0) process.exitCode = exitCodes.conflict;
    if (result.interrupted !== undefined) process.exitCode = exitCodes.interrupted;
    const milliseconds = performance.now() - timeWaited();
    if (timeWaited() > 0) printMessage(() => '');
    return this.show(result, (shown, screen) =>
      resultView({ result: shown, cwd, milliseconds, previewed: this.previewed }, screen),
    );
  }

  private ports(interactive: boolean, install: boolean | undefined): InitPorts {
    return {
      interactive,
      ...(interactive ? { askDatabase } : {}),
      ...(interactive && install === undefined ? { offer: askToRun } : {}),
      preview: (preview) => {
        this.previewed = true;
        printMessage((screen) => previewView(preview, screen));
      },
      agree: (diff, byDefault) => askPlan(async () => showDiff(await diff()), byDefault),
      progress: this.progress,
      clock: () => new Date(),
      random: (bytes) => randomBytes(bytes),
      env: process.env,
      invocation: (folder) => invocation([folder]),
    };
  }
}

async function missingName(interactive: boolean): Promise<string> {
  if (interactive) return askProjectName();
  throw new GenlockError({
    code: 'USAGE',
    message: 'The name of the project is missing.',
    hint: 'Give it as the first argument: genlock init my-app',
  });
}
