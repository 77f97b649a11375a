import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, changeFlags } from '../../cli/change-command.ts';
import type { ChangeResult } from '../../engine/change.ts';

export default class EntityRemove extends ChangeCommand {
  static override readonly summary = 'Remove an entity.';
  static override readonly description =
    'The table remains until the next migration. Stops if relations refer to the entity.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> Customer'];
  static override readonly args = {
    name: stringArg({ description: 'Name of the entity.', required: true, ignoreStdin: true }),
  };
  static override readonly flags = changeFlags;

  async run(): Promise<ChangeResult> {
    const { args, flags } = await this.parse(EntityRemove);
    const { changeEntity } = await import('../../flows/project/entity.ts');
    const request = this.request(flags);
    return this.changed(
      await changeEntity({ kind: 'remove', name: args.name }, request, this.ports(flags)),
      request.cwd,
    );
  }
}
