import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, option, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { PublishResult } from '../../flows/author/publish.ts';
import { askConsent, canAsk } from '../../ui/prompts.ts';
import { publicationView, publishView } from '../../ui/publish.ts';
import { printMessage } from '../../ui/terminal.ts';

export default class PluginPublish extends GenlockCommand {
  static override readonly summary = 'Publish a plugin to a registry.';
  static override readonly description =
    'Checks the plugin, runs it in the sandbox, packs the same files as npm, scans them for ' +
    'secrets, shows them and prompts. The registry is --registry, publishConfig.registry, or the registry of ' +
    'the policy or of your .npmrc. The public registry is used only if they name it. No code runs outside ' +
    'the sandbox, unless a policy requires the tests of the plugin. Then you see their command before you ' +
    'agree.';
  static override readonly examples = [
    { description: 'Show the files to publish:', command: '<%= config.bin %> <%= command.id %> ./guestbook --dry-run' },
    {
      description: 'Without a terminal:',
      command: '<%= config.bin %> <%= command.id %> --registry https://plugins.acme.example/ --yes',
    },
  ];
  static override readonly args = {
    path: stringArg({ description: 'Folder of the plugin. The default is the current folder.', ignoreStdin: true }),
  };
  static override readonly flags = {
    registry: stringFlag({ description: 'Address of the registry.', helpValue: '<address>' }),
    tag: stringFlag({
      description: 'Tag of the version. The default is latest, or next for a prerelease.',
      helpValue: '<tag>',
    }),
    access: option({ options: ['public', 'restricted'] as const, description: 'Users who can install the plugin.' })(),
    provenance: booleanFlag({
      allowNo: true,
      description: 'Sign the provenance. The default is yes in a supported CI with --access public.',
    }),
    stage: booleanFlag({
      allowNo: true,
      description: 'Hold the version at the registry until it is approved. The default is yes if a policy requires it.',
    }),
    otp: stringFlag({ description: 'One-time password, if the registry requires one.', helpValue: '<code>' }),
    yes: booleanFlag({ char: 'y', description: 'Skip the prompt and publish.' }),
    'dry-run': booleanFlag({ description: 'Show the files and publish nothing.' }),
  };

  async run(): Promise<PublishResult> {
    const { args, flags } = await this.parse(PluginPublish);
    const { publishPlugin } = await import('../../flows/author/publish.ts');
    const { pluginFolder } = await import('../../flows/author/validate.ts');
    const cwd = this.folder(flags);
    const folder = pluginFolder(resolve(cwd, args.path ?? '.'));
    const result = await publishPlugin(
      { ...flags, cwd, folder, dryRun: flags['dry-run'] },
      {
        env: process.env,
        clock: () => new Date(),
        progress: this.progress,
        interactive: !this.jsonEnabled() && canAsk(process.env),
        preview: (planned) => {
          if (!this.jsonEnabled()) printMessage((screen) => `${publicationView(planned, screen)}\n`);
        },
        agree: () => askConsent('Publish this?'),
      },
    );
    return this.show(result, publishView);
  }
}
