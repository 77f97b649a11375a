import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { DeprecateResult } from '../../flows/author/deprecate.ts';
import { registryFlags } from '../../cli/registry-flags.ts';
import { deprecatedView } from '../../ui/search.ts';

export default class PluginDeprecate extends GenlockCommand {
  static override readonly summary = 'Deprecate versions of a plugin.';
  static override readonly description =
    'Users see the message when they add or update the plugin. An empty message undoes it.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> "@acme/chat@<2" "Use 2: it keeps messages"',
    '<%= config.bin %> <%= command.id %> @acme/chat@1.0.0 ""',
  ];
  static override readonly args = {
    plugin: stringArg({
      description: 'A name with a version or a range. Without one, all versions.',
      required: true,
      ignoreStdin: true,
    }),
    message: stringArg({ description: 'Message for users.', required: true, ignoreStdin: true }),
  };
  static override readonly flags = {
    registry: registryFlags.registry,
    otp: stringFlag({ description: 'One-time password, if the registry requires one.', helpValue: '<code>' }),
  };

  async run(): Promise<DeprecateResult> {
    const { args, flags } = await this.parse(PluginDeprecate);
    const { deprecatePlugin } = await import('../../flows/author/deprecate.ts');
    const { registry, otp } = flags;
    const request = { cwd: this.folder(flags), spec: args.plugin, message: args.message, registry, otp };
    return this.show(await deprecatePlugin(request, { env: process.env, clock: () => new Date() }), deprecatedView);
  }
}
