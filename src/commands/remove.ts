import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, changeFlags } from '../cli/change-command.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Remove extends ChangeCommand {
  static override readonly summary = 'Remove plugins from a project.';
  static override readonly description =
    'Renders the project without them. Runs no plugin and needs no network. An edited file is not deleted ' +
    'but reported as a conflict (exit 5). Tables and values in .env remain.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> guestbook',
    '<%= config.bin %> <%= command.id %> guestbook --dry-run',
  ];
  static override readonly strict = false;
  static override readonly args = {
    plugin: stringArg({
      description: 'Name of an installed plugin. Can be repeated.',
      required: true,
      ignoreStdin: true,
    }),
  };
  static override readonly flags = changeFlags;

  async run(): Promise<ChangeResult> {
    const { argv, flags } = await this.parse(Remove);
    const { removePlugins } = await import('../flows/plugins/remove.ts');
    const request = this.request(flags);
    return this.changed(await removePlugins({ ...request, plugins: argv.map(String) }, this.ports(flags)), request.cwd);
  }
}
