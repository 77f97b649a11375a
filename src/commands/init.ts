import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, option, string as stringFlag } from '@oclif/core/flags';
import { accessFlag, changeFlags, setExitCode, terminalPorts } from '../cli/change-command.ts';
import { GenlockCommand } from '../cli/command.ts';
import { readAccess } from '../config/access-text.ts';
import { GenlockError } from '../errors/error.ts';
import { chosenAccess, signIns, starters } from '../engine/starters.ts';
import { initProject, type InitPorts, type InitRequest, type InitResult } from '../flows/project/init.ts';
import { invocation } from '../cli/invocation.ts';
import { previewView, resultView } from '../ui/init.ts';
import { canAsk, timeWaited } from '../ui/prompts.ts';
import type { GivenAnswers, InitAnswers } from '../ui/questions/init.ts';
import { printMessage } from '../ui/terminal.ts';
import type { DatabaseKind } from '../config/config.ts';
import { databaseFault, databaseKindOf } from '../config/aliases.ts';
import { packageManagers } from '../core/package-managers.ts';

/** Flag `--database`: a database kind or product name. Read it with {@link databaseKind}. */
const databaseFlag = stringFlag({
  description:
    'relational (PostgreSQL), document (MongoDB) or file (SQLite). Wins over the configuration. The default is file.',
  helpValue: '<kind>',
});

/**
 * Returns the database kind for a flag value.
 *
 * @throws GenlockError `USAGE`
 */
function databaseKind(typed: string): DatabaseKind {
  const kind = databaseKindOf(typed.toLowerCase());
  if (kind !== undefined) return kind;
  throw new GenlockError({
    code: 'USAGE',
    message: `"${typed}" is not a database kind.`,
    hint: databaseFault(typed)?.hint ?? 'The kinds are relational, document and file.',
  });
}

export default class Init extends GenlockCommand {
  static override readonly summary = 'Create a project from a configuration and plugins.';
  static override readonly description =
    'Renders an Express 5 server and a React client from genlock.json. Plugins run in a sandbox; ' +
    'what they contribute is shown before anything is written. In a project that Genlock created, ' +
    'this command does the same as `genlock sync`.';
  static override readonly examples = [
    {
      description: 'Prompt for the missing answers, then create ./shop:',
      command: '<%= config.bin %> <%= command.id %> shop',
    },
    {
      description: 'Create a blog with sign-in, without a prompt:',
      command: '<%= config.bin %> <%= command.id %> blog --starter blog --auth jwt --database file --yes',
    },
    {
      description: 'Describe the entities:',
      command:
        "<%= config.bin %> <%= command.id %> notes --entity 'Note title:String! body:Text tags:Tag[]' --entity 'Tag name:String!'",
    },
    {
      description: 'Start from a configuration and add a plugin from a folder:',
      command: '<%= config.bin %> <%= command.id %> shop --config shop.json --plugins ./my-plugin',
    },
    { description: 'Show the plan and write nothing:', command: '<%= config.bin %> <%= command.id %> shop --dry-run' },
  ];
  static override readonly args = {
    project_name: stringArg({
      description: 'Name of the project and of its new folder. "." is the current folder.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    starter: option({
      description: 'The entities to start with.',
      options: starters,
      exclusive: ['config'],
    })(),
    entity: stringFlag({
      description:
        "An entity in the short form of `entity add`, such as 'Post title:String! body:Text'. Can be repeated.",
      helpValue: '<entity>',
      multiple: true,
      multipleNonGreedy: true,
      exclusive: ['config'],
    }),
    database: databaseFlag,
    auth: option({
      description: 'How users sign in: with e-mail and password (jwt), or not at all.',
      options: signIns,
      exclusive: ['config'],
    })(),
    access: { ...accessFlag, exclusive: ['config'] },
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
    git: booleanFlag({
      allowNo: true,
      description: 'Create a git repository with a first commit. In a terminal, the default is a prompt.',
    }),
    'package-manager': option({
      description: 'The package manager of the project. Default: the one that started this command.',
      options: packageManagers,
    })(),
    yes: booleanFlag({ char: 'y', description: 'Skip the prompts: use the defaults and accept the plan.' }),
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
    const given: GivenAnswers = {
      // An empty name, for example of an unset variable, is not the current folder.
      ...(args.project_name ? { name: args.project_name } : {}),
      ...(flags.config === undefined ? {} : { config: resolve(cwd, flags.config) }),
      ...(flags.starter === undefined ? {} : { starter: flags.starter }),
      ...(flags.entity === undefined ? {} : { entities: flags.entity }),
      ...(flags.database === undefined ? {} : { database: databaseKind(flags.database) }),
      ...(flags.auth === undefined ? {} : { signIn: flags.auth }),
      ...(flags.access === undefined ? {} : { access: readAccess(flags.access) }),
      ...(flags.git === undefined ? {} : { git: flags.git }),
      ...(flags.install === undefined ? {} : { install: flags.install }),
      ...(flags['package-manager'] === undefined ? {} : { manager: flags['package-manager'] }),
    };
    const answers = interactive ? await askMissing(given, cwd) : { ...named(given), asked: false };
    const { asked } = answers;
    const request = {
      ...requestOf(answers, cwd),
      plugins: (flags.plugins ?? []).map((path) => resolve(cwd, path)),
      yes: flags.yes,
      dryRun: flags['dry-run'],
      diff: flags.diff,
      reviewed: asked,
      ...(asked ? {} : { defaults: defaultFlags(given) }),
    };
    const result = await initProject(request, this.ports({ interactive, install: answers.install }));
    setExitCode(result);
    const milliseconds = performance.now() - timeWaited();
    if (timeWaited() > 0) printMessage(() => '');
    return this.show(result, (shown, screen) =>
      resultView({ result: shown, cwd, milliseconds, previewed: this.previewed }, screen),
    );
  }

  private ports(prompts: { readonly interactive: boolean; readonly install: boolean | undefined }): InitPorts {
    const ports = terminalPorts({
      ...prompts,
      progress: this.progress,
      previewView,
      onPreview: () => (this.previewed = true),
    });
    return { ...ports, invocation: (folder) => invocation([folder]) };
  }
}

/** Asks for every answer that the command line does not give. */
async function askMissing(given: GivenAnswers, cwd: string): Promise<InitAnswers & { readonly asked: boolean }> {
  const { askInit } = await import('../ui/questions/init.ts');
  return askInit(given, { cwd, env: process.env });
}

function named({ name, ...given }: GivenAnswers): InitAnswers {
  if (name !== undefined) return { ...given, name };
  throw new GenlockError({
    code: 'USAGE',
    message: 'The name of the project is missing.',
    hint: 'Pass it as the first argument: genlock init my-app',
  });
}

/** The flags of the defaults, for every choice that the command line leaves open. */
function defaultFlags({ starter, entities, database, signIn, git, install }: GivenAnswers): readonly string[] {
  return [
    ...(starter === undefined && entities === undefined ? ['--starter empty'] : []),
    ...(database === undefined ? ['--database file'] : []),
    ...(signIn === undefined ? ['--auth none'] : []),
    ...(git === undefined ? ['--no-git'] : []),
    ...(install === undefined ? ['--no-install'] : []),
  ];
}

function requestOf(
  answers: InitAnswers,
  cwd: string,
): Pick<InitRequest, 'cwd' | 'shell' | 'root' | 'config' | 'beginning' | 'database' | 'git' | 'install' | 'manager'> {
  const { name, config, starter, entities, database, signIn, git, install = false, manager } = answers;
  const access = chosenAccess(answers);
  return {
    cwd,
    shell: process.cwd(),
    root: resolve(cwd, name),
    beginning: {
      ...(starter === undefined ? {} : { starter }),
      ...(entities === undefined ? {} : { entities }),
      ...(signIn === undefined ? {} : { signIn }),
      ...(access === undefined ? {} : { access }),
    },
    ...(config === undefined ? {} : { config }),
    ...(database === undefined ? {} : { database }),
    ...(git === undefined ? {} : { git }),
    install,
    ...(manager === undefined ? {} : { manager }),
  };
}
