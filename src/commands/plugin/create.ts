import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, option } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import { GenlockError } from '../../errors/error.ts';
import {
  defaultScaffoldCalls,
  scaffoldCalls,
  scaffoldLanguages,
  type ScaffoldCall,
  type ScaffoldLanguage,
} from '../../flows/author/create-options.ts';
import type { PluginCreateResult } from '../../flows/author/create.ts';
import { createdView } from '../../ui/plugin-create.ts';
import { askCalls, askLanguage } from '../../ui/questions/plugin.ts';
import { askPluginName, canAsk } from '../../ui/prompts.ts';

export default class PluginCreate extends GenlockCommand {
  static override readonly summary = 'Create a plugin that works.';
  static override readonly description =
    'Creates a folder with a manifest, a generator in TypeScript or JavaScript, templates, tests, a licence, ' +
    'instructions for coding agents and a workflow that publishes with provenance. By default, the plugin adds ' +
    'a page, an API route, a model and a setting. It works with "init --plugins" at once. The folder must be ' +
    'empty.';
  static override readonly examples = [
    { description: 'Create ./guestbook:', command: '<%= config.bin %> <%= command.id %> guestbook' },
    {
      description: 'With a registry scope. The folder is also ./guestbook:',
      command: '<%= config.bin %> <%= command.id %> @acme/guestbook',
    },
    {
      description: 'In JavaScript, with a page and a provider:',
      command:
        '<%= config.bin %> <%= command.id %> guestbook --language javascript --call copyTemplates --call registerProvider',
    },
    {
      description: 'Show the files and write nothing:',
      command: '<%= config.bin %> <%= command.id %> guestbook --dry-run',
    },
  ];
  static override readonly args = {
    plugin_name: stringArg({
      description: 'Name of the package, with or without a scope. The last part names the folder.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    language: option({
      options: scaffoldLanguages,
      description: 'Language of the generator and its tests. The default is typescript.',
    })(),
    call: option({
      options: scaffoldCalls,
      multiple: true,
      helpValue: '<call>',
      description:
        `SDK call that the generator begins with: ${scaffoldCalls.join(', ')}. Can be repeated. ` +
        'The default is copyTemplates, registerAPIRoutes and registerAdminMenu.',
    })(),
    'dry-run': booleanFlag({ description: 'Show the files and write nothing.' }),
    yes: booleanFlag({ char: 'y', description: 'Do not prompt. Use the defaults.' }),
  };

  async run(): Promise<PluginCreateResult> {
    const { args, flags } = await this.parse(PluginCreate);
    const interactive = !flags.yes && !this.jsonEnabled() && canAsk(process.env);
    const name = args.plugin_name ?? (await missingName(interactive));
    const language = flags.language ?? (await chosenLanguage(interactive));
    const calls = flags.call ?? (await chosenCalls(interactive));
    const { createPlugin } = await import('../../flows/author/create.ts');
    const cwd = this.folder(flags);
    const result = await createPlugin({ cwd, name, language, calls, dryRun: flags['dry-run'] });
    return this.show(result, (shown, screen) => createdView({ result: shown, cwd }, screen));
  }
}

async function missingName(interactive: boolean): Promise<string> {
  if (interactive) return askPluginName();
  throw new GenlockError({
    code: 'USAGE',
    message: 'The name of the plugin is missing.',
    hint: 'Pass it as the first argument: genlock plugin create guestbook',
  });
}

async function chosenLanguage(interactive: boolean): Promise<ScaffoldLanguage> {
  return interactive ? askLanguage(scaffoldLanguages) : 'typescript';
}

async function chosenCalls(interactive: boolean): Promise<readonly ScaffoldCall[]> {
  return interactive ? askCalls(scaffoldCalls, defaultScaffoldCalls) : defaultScaffoldCalls;
}
