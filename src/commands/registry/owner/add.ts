import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../command.ts';
import type { RegistryOwnerResult } from '../../../flows/registry-serve.ts';
import { ownerAddedView } from '../../../ui/registry.ts';

export default class RegistryOwnerAdd extends GenlockCommand {
  static override readonly summary = "Make a user an owner of a package of a team's registry.";
  static override readonly description =
    'For packages whose owners are gone: whoever may write the folder of the registry asks nobody. Owners do it ' +
    'themselves with `npm owner add`. A registry that is serving knows it at once.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> bob @acme/chat'];
  static override readonly args = {
    user_name: stringArg({ description: 'Who is to be an owner.', ignoreStdin: true, required: true }),
    package: stringArg({ description: 'Of which package.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration of the registry, JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry; ./registry if absent.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryOwnerResult> {
    const { args, flags } = await this.parse(RegistryOwnerAdd);
    const { addRegistryOwner } = await import('../../../flows/registry-serve.ts');
    const { config, storage } = flags;
    const handover = { name: args.package, owner: args.user_name };
    return this.show(addRegistryOwner(handover, { cwd: this.folder(flags), config, storage }), ownerAddedView);
  }
}
