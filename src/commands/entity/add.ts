import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, changeFlags } from '../../change-command.ts';
import type { ChangeResult } from '../../flows/change.ts';

export default class EntityAdd extends ChangeCommand {
  static override readonly summary = 'Add an entity: model, API, pages and tests.';
  static override readonly description =
    'A field is name:Type, then :required, :unique, :index, :default=… or, of an Enum, :values=a,b. A relation is ' +
    'name:Entity, with :required, or :many for a list of them. All else is edited in genlock.json.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> Customer name:String:required email:String:unique',
    '<%= config.bin %> <%= command.id %> Order total:Decimal customer:Customer tags:Tag:many',
  ];
  static override readonly strict = false;
  static override readonly args = {
    name: stringArg({ description: 'Name in PascalCase.', required: true, ignoreStdin: true }),
    field: stringArg({ description: 'A field or relation. Can be repeated.', ignoreStdin: true }),
  };
  static override readonly flags = changeFlags;

  async run(): Promise<ChangeResult> {
    const { argv, args, flags } = await this.parse(EntityAdd);
    const { changeEntity } = await import('../../flows/entity.ts');
    const request = this.request(flags);
    const fields = argv.slice(1).map(String);
    return this.changed(
      await changeEntity({ kind: 'add', name: args.name, fields }, request, this.ports(flags)),
      request.cwd,
    );
  }
}
