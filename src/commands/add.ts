import { string as stringArg } from '@oclif/core/args';
import { accessFlag, ChangeCommand, fetchFlags } from '../cli/change-command.ts';
import { readAccess } from '../config/access-text.ts';
import type { ChangeResult } from '../engine/change.ts';

export default class Add extends ChangeCommand {
  static override readonly summary = 'Add plugins to a project.';
  static override readonly description =
    'Runs the plugins in the sandbox, shows the plan and applies all of it or nothing. No other project ' +
    'code runs.';
  static override readonly examples = [
    { description: 'A package of a registry:', command: '<%= config.bin %> <%= command.id %> @acme/chat@^1.2' },
    { description: 'A plugin from a folder:', command: '<%= config.bin %> <%= command.id %> ./my-plugin' },
    {
      description: 'Show the plan and write nothing:',
      command: '<%= config.bin %> <%= command.id %> ./my-plugin --dry-run',
    },
  ];
  static override readonly strict = false;
  static override readonly args = {
    plugin: stringArg({
      description: 'A folder or an archive, a bundled plugin, or a package such as chat@^1. Can be repeated.',
      required: true,
      ignoreStdin: true,
    }),
  };
  static override readonly flags = { ...fetchFlags, access: accessFlag };

  async run(): Promise<ChangeResult> {
    const { argv, flags } = await this.parse(Add);
    const { addPlugins } = await import('../flows/plugins/add.ts');
    const access = flags.access === undefined ? {} : { access: readAccess(flags.access) };
    const request = { ...this.request(flags), ...access, plugins: argv.map(String) };
    return this.changed(await addPlugins(request, this.ports(flags)), request.cwd);
  }
}
