import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../../command.ts';
import type { InfoResult } from '../../flows/packages/search.ts';
import { registryFlags } from '../../session-flags.ts';
import { infoView } from '../../ui/search.ts';

export default class PluginInfo extends GenlockCommand {
  static override readonly summary = 'Show what a registry says of a plugin, and what is proved.';
  static override readonly description =
    'Checks the signature of the registry and who built it. Nothing is fetched or run.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> @acme/chat@^1'];
  static override readonly args = {
    plugin: stringArg({ description: 'A name, with a version, a range or a tag.', required: true, ignoreStdin: true }),
  };
  static override readonly flags = { registry: registryFlags.registry };

  async run(): Promise<InfoResult> {
    const { args, flags } = await this.parse(PluginInfo);
    const { pluginInfo } = await import('../../flows/packages/search.ts');
    const request = { cwd: this.folder(flags), spec: args.plugin, registry: flags.registry };
    return this.show(await pluginInfo(request, { env: process.env, clock: () => new Date() }), infoView);
  }
}
