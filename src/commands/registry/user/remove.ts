import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../command.ts';
import type { RegistryUserRemoveResult } from '../../../flows/registry-serve.ts';
import { userRemovedView } from '../../../ui/registry.ts';

export default class RegistryUserRemove extends GenlockCommand {
  static override readonly summary = "End an account of a team's registry.";
  static override readonly description =
    'The password and every token are refused from then on, by a registry that is serving too. What was published ' +
    'stays, and nobody else can take the name. Packages that nobody else owns are listed.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> ada'];
  static override readonly args = {
    user_name: stringArg({ description: 'Whose account.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration of the registry, JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry; ./registry if absent.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryUserRemoveResult> {
    const { args, flags } = await this.parse(RegistryUserRemove);
    const { removeRegistryUser } = await import('../../../flows/registry-serve.ts');
    const { config, storage } = flags;
    const result = removeRegistryUser(args.user_name, { cwd: this.folder(flags), config, storage });
    return this.show(result, userRemovedView);
  }
}
