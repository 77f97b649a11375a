import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag, option, string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../command.ts';
import type { PublishResult } from '../../flows/author/publish.ts';
import { askConsent, canAsk } from '../../ui/prompts.ts';
import { publicationView, publishView } from '../../ui/publish.ts';
import { printMessage } from '../../ui/terminal.ts';

export default class PluginPublish extends GenlockCommand {
  static override readonly summary = 'Publish a plugin at a registry.';
  static override readonly description =
    'Checks the plugin and runs it in the sandbox, packs what npm would pack, looks through it for secrets, shows it ' +
    'and asks. It goes to --registry, to publishConfig.registry, or to the registry of the policy or of your own ' +
    '.npmrc; never to the public one unless one of them says so. Nothing of it is run outside the sandbox, unless a ' +
    'policy requires its tests: then you see their command before you agree.';
  static override readonly examples = [
    { description: 'What would go out:', command: '<%= config.bin %> <%= command.id %> ./guestbook --dry-run' },
    {
      description: 'Without a terminal:',
      command: '<%= config.bin %> <%= command.id %> --registry https://plugins.acme.example/ --yes',
    },
  ];
  static override readonly args = {
    path: stringArg({ description: "The plugin's folder; the current one if absent.", ignoreStdin: true }),
  };
  static override readonly flags = {
    registry: stringFlag({ description: "The registry's address.", helpValue: '<address>' }),
    tag: stringFlag({
      description: 'The tag it gets; latest if absent, next for a prerelease.',
      helpValue: '<tag>',
    }),
    access: option({ options: ['public', 'restricted'] as const, description: 'Who may have it.' })(),
    provenance: booleanFlag({
      allowNo: true,
      description: 'Sign how it was made; done where the CI can prove it and --access is public, if absent.',
    }),
    stage: booleanFlag({
      allowNo: true,
      description:
        'Let it wait at the registry until somebody approves it; done where a policy requires it, if absent.',
    }),
    otp: stringFlag({ description: 'A one-time password, where the registry wants one.', helpValue: '<code>' }),
    yes: booleanFlag({ char: 'y', description: 'Ask nothing: publish it.' }),
    'dry-run': booleanFlag({ description: 'Show what would go out, and publish nothing.' }),
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
