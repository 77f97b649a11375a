import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../cli/command.ts';
import type { RegistryUserRemoveResult } from '../../../flows/registry-server/serve.ts';
import { userRemovedView } from '../../../ui/registry.ts';

export default class RegistryUserRemove extends GenlockCommand {
  static override readonly summary = 'Delete an account of a team registry.';
  static override readonly description =
    'The registry rejects the password and every token at once. Published packages remain, and the name ' +
    'stays reserved. Lists packages without another owner.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> ada'];
  static override readonly args = {
    user_name: stringArg({ description: 'Name of the user.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration file of the registry, in JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry. The default is ./registry.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryUserRemoveResult> {
    const { args, flags } = await this.parse(RegistryUserRemove);
    const { removeRegistryUser } = await import('../../../flows/registry-server/serve.ts');
    const { config, storage } = flags;
    const result = removeRegistryUser(args.user_name, { cwd: this.folder(flags), config, storage });
    return this.show(result, userRemovedView);
  }
}
