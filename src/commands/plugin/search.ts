import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { SearchResult } from '../../flows/registry/search.ts';
import { registryFlags } from '../../cli/registry-flags.ts';
import { searchView } from '../../ui/search.ts';

export default class PluginSearch extends GenlockCommand {
  static override readonly summary = 'Search registries for plugins.';
  static override readonly description =
    'Finds packages with the keyword "genlock-plugin" in package.json. Searches the default registry and the registries of ' +
    'scopes that are configured. Without configured registries, it searches the public npm registry.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> chat'];
  static override readonly args = {
    words: stringArg({ description: 'Search words.', multiple: true, ignoreStdin: true }),
  };
  static override readonly flags = {
    registry: registryFlags.registry,
    all: booleanFlag({ description: 'Include packages without the keyword.' }),
  };

  async run(): Promise<SearchResult> {
    const { args, flags } = await this.parse(PluginSearch);
    const { searchPlugins } = await import('../../flows/registry/search.ts');
    const request = { cwd: this.folder(flags), words: args.words ?? [], registry: flags.registry, all: flags.all };
    return this.show(await searchPlugins(request, { env: process.env, clock: () => new Date() }), searchView);
  }
}
