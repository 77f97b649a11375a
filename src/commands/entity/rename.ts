import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, changeFlags } from '../../cli/change-command.ts';
import type { ChangeResult } from '../../engine/change.ts';

export default class EntityRename extends ChangeCommand {
  static override readonly summary = 'Rename an entity and the relations to it.';
  static override readonly description =
    'genlock.json keeps the former name, so that the next migration renames the table and keeps the data. Your edits in the files of the entity are in the renamed files.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %> Customer Client'];
  static override readonly args = {
    name: stringArg({ description: 'Name of the entity.', required: true, ignoreStdin: true }),
    to: stringArg({ description: 'New name.', required: true, ignoreStdin: true }),
  };
  static override readonly flags = changeFlags;

  async run(): Promise<ChangeResult> {
    const { args, flags } = await this.parse(EntityRename);
    const { changeEntity } = await import('../../flows/project/entity.ts');
    const request = this.request(flags);
    return this.changed(
      await changeEntity({ kind: 'rename', name: args.name, to: args.to }, request, this.ports(flags)),
      request.cwd,
    );
  }
}
