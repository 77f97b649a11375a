import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../command.ts';
import type { RegistryUserResult } from '../../../flows/registry-serve.ts';
import { askNewPassword } from '../../../ui/prompts.ts';
import { userAddedView } from '../../../ui/registry.ts';

export default class RegistryUserAdd extends GenlockCommand {
  static override readonly summary = "Make an account of a team's registry.";
  static override readonly description =
    'Asks for the password; without a terminal it is read from the first line of standard input. What is kept of it is ' +
    'a bcrypt hash. A registry that is serving knows the account at once.';
  static override readonly examples = [
    { description: 'An account in ./registry:', command: '<%= config.bin %> <%= command.id %> ada' },
    {
      description: 'From a script:',
      command: '<%= config.bin %> <%= command.id %> ada --config registry.json < password.txt',
    },
  ];
  static override readonly args = {
    user_name: stringArg({ description: 'What the user is called.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration of the registry, JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry; ./registry if absent.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryUserResult> {
    const { args, flags } = await this.parse(RegistryUserAdd);
    const name = args.user_name;
    const { addRegistryUser } = await import('../../../flows/registry-serve.ts');
    const { config, storage } = flags;
    const result = await addRegistryUser(
      { name, askPassword: askNewPassword },
      { cwd: this.folder(flags), config, storage },
    );
    return this.show(result, userAddedView);
  }
}
