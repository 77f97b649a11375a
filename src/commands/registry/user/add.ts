import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../cli/command.ts';
import type { RegistryUserResult } from '../../../flows/registry-server/serve.ts';
import { askNewPassword } from '../../../ui/prompts.ts';
import { userAddedView } from '../../../ui/registry.ts';

export default class RegistryUserAdd extends GenlockCommand {
  static override readonly summary = 'Create an account of a team registry.';
  static override readonly description =
    'Prompts for the password. Without a terminal, reads it from the first line of standard input. Stores ' +
    'a bcrypt hash. A running registry applies it at once.';
  static override readonly examples = [
    { description: 'An account in ./registry:', command: '<%= config.bin %> <%= command.id %> ada' },
    {
      description: 'From a script:',
      command: '<%= config.bin %> <%= command.id %> ada --config registry.json < password.txt',
    },
  ];
  static override readonly args = {
    user_name: stringArg({ description: 'Name of the user.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration file of the registry, in JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry. The default is ./registry.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryUserResult> {
    const { args, flags } = await this.parse(RegistryUserAdd);
    const name = args.user_name;
    const { addRegistryUser } = await import('../../../flows/registry-server/serve.ts');
    const { config, storage } = flags;
    const result = await addRegistryUser(
      { name, askPassword: askNewPassword },
      { cwd: this.folder(flags), config, storage },
    );
    return this.show(result, userAddedView);
  }
}
