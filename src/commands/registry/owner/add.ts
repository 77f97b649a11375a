import { string as stringArg } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { GenlockCommand } from '../../../cli/command.ts';
import type { RegistryOwnerResult } from '../../../flows/registry-server/serve.ts';
import { ownerAddedView } from '../../../ui/registry.ts';

export default class RegistryOwnerAdd extends GenlockCommand {
  static override readonly summary = 'Add an owner to a package of a team registry.';
  static override readonly description =
    'For packages without an active owner. It needs write access to the registry folder. Owners use `npm ' +
    'owner add`. A running registry applies it at once.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> bob @acme/chat'];
  static override readonly args = {
    user_name: stringArg({ description: 'Name of the new owner.', ignoreStdin: true, required: true }),
    package: stringArg({ description: 'Name of the package.', ignoreStdin: true, required: true }),
  };
  static override readonly flags = {
    config: stringFlag({ description: 'Configuration file of the registry, in JSON.', helpValue: '<file>' }),
    storage: stringFlag({ description: 'Folder of the registry. The default is ./registry.', helpValue: '<folder>' }),
  };

  async run(): Promise<RegistryOwnerResult> {
    const { args, flags } = await this.parse(RegistryOwnerAdd);
    const { addRegistryOwner } = await import('../../../flows/registry-server/serve.ts');
    const { config, storage } = flags;
    const handover = { name: args.package, owner: args.user_name };
    return this.show(addRegistryOwner(handover, { cwd: this.folder(flags), config, storage }), ownerAddedView);
  }
}
