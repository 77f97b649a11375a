import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../../cli/command.ts';
import type { InfoResult } from '../../flows/registry/search.ts';
import { registryFlags } from '../../cli/registry-flags.ts';
import { infoView } from '../../ui/search.ts';

export default class PluginInfo extends GenlockCommand {
  static override readonly summary = 'Show the registry data of a plugin, and what is verified.';
  static override readonly description =
    'Checks the signature of the registry, the provenance, and whether the report of `genlock plugin test` matches ' +
    'the package. Shows the plugins that the plugin requires, and the part of the application that it provides or ' +
    'extends. Runs no plugin.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> @acme/chat@^1'];
  static override readonly args = {
    plugin: stringArg({
      description: 'A name with an optional version, range or tag.',
      required: true,
      ignoreStdin: true,
    }),
  };
  static override readonly flags = { registry: registryFlags.registry };

  async run(): Promise<InfoResult> {
    const { args, flags } = await this.parse(PluginInfo);
    const { pluginInfo } = await import('../../flows/registry/search.ts');
    const request = { cwd: this.folder(flags), spec: args.plugin, registry: flags.registry };
    return this.show(await pluginInfo(request, { env: process.env, clock: () => new Date() }), infoView);
  }
}
