import { resolve } from 'node:path';
import { string as stringArg } from '@oclif/core/args';
import { GenlockCommand } from '../../cli/command.ts';
import type { PluginValidateResult } from '../../flows/author/validate.ts';
import { validatedView } from '../../ui/plugin-validate.ts';

export default class PluginValidate extends GenlockCommand {
  static override readonly summary = 'Check a plugin and show what it contributes.';
  static override readonly description =
    'Reads the package as a registry does, runs the generator in the sandbox for every database kind that ' +
    'it declares, and checks the result. Settings without a default use their samples or plausible values. ' +
    'Writes nothing.';
  static override readonly examples = [
    { description: 'Check the plugin in this folder:', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'As data, for programs:', command: '<%= config.bin %> <%= command.id %> ./guestbook --json' },
  ];
  static override readonly args = {
    path: stringArg({ description: 'Folder of the plugin. The default is the current folder.', ignoreStdin: true }),
  };

  async run(): Promise<PluginValidateResult> {
    const { args, flags } = await this.parse(PluginValidate);
    const { pluginFolder, validatePlugin } = await import('../../flows/author/validate.ts');
    const cwd = this.folder(flags);
    const folder = pluginFolder(resolve(cwd, args.path ?? '.'));
    this.progress('Running the plugin in the sandbox');
    const result = await validatePlugin({ cwd, folder }, { env: process.env, clock: () => new Date() });
    return this.show(result, (shown, screen) => validatedView({ result: shown, cwd }, screen));
  }
}
