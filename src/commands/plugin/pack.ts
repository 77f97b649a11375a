import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { boolean as booleanFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../cli/command.ts';
import type { PackResult } from '../../flows/author/pack.ts';
import { packedView } from '../../ui/plugin-pack.ts';

export default class PluginPack extends GenlockCommand {
  static override readonly summary = 'Format the templates of a plugin and pack it.';
  static override readonly description =
    'Formats the templates with the settings of generated projects, checks the plugin, runs it in the sandbox, and ' +
    'writes the archive that "plugin publish" would upload into the current folder. A template with tags is not ' +
    'formatted.';
  static override readonly examples = [
    { description: 'Pack the plugin in this folder:', command: '<%= config.bin %> <%= command.id %>' },
    {
      description: 'Without changing the templates:',
      command: '<%= config.bin %> <%= command.id %> ./guestbook --no-format',
    },
  ];
  static override readonly args = {
    path: stringArg({ description: 'Folder of the plugin. The default is the current folder.', ignoreStdin: true }),
  };
  static override readonly flags = {
    format: booleanFlag({ allowNo: true, default: true, description: 'Format the templates. This is the default.' }),
  };

  async run(): Promise<PackResult> {
    const { args, flags } = await this.parse(PluginPack);
    const { packPlugin } = await import('../../flows/author/pack.ts');
    const { pluginFolder } = await import('../../flows/author/validate.ts');
    const cwd = this.folder(flags);
    const folder = pluginFolder(resolve(cwd, args.path ?? '.'));
    const ports = { env: process.env, clock: () => new Date(), progress: this.progress };
    const result = await packPlugin({ cwd, folder, format: flags.format }, ports);
    return this.show(result, (shown, screen) => packedView({ result: shown, cwd }, screen));
  }
}
