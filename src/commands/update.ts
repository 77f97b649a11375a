import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Update extends ChangeCommand {
  static override readonly summary = 'Update plugins from their folders and registries.';
  static override readonly description =
    'Stays within the ranges in genlock.json, and lists newer versions. Prompts if the code or the origin of a plugin ' +
    'has changed, or if it needs more permissions. Merges your edits. A conflict is exit 5.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> guestbook --dry-run',
    {
      description: 'To a version outside the range in genlock.json:',
      command: '<%= config.bin %> <%= command.id %> chat@^2',
    },
  ];
  static override readonly strict = false;
  static override readonly args = {
    plugin: stringArg({
      description:
        'Name of an installed plugin, or a version such as chat@^2. The default is every plugin that is not bundled.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = fetchFlags;

  async run(): Promise<ChangeResult> {
    const { argv, flags } = await this.parse(Update);
    const { updatePlugins } = await import('../flows/plugins/update.ts');
    const request = this.request(flags);
    return this.changed(await updatePlugins({ ...request, plugins: argv.map(String) }, this.ports(flags)), request.cwd);
  }
}
