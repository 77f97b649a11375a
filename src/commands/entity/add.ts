import { string as stringArg } from '@oclif/core/args';
import { ChangeCommand, changeFlags } from '../../cli/change-command.ts';
import type { ChangeResult } from '../../engine/change.ts';

export default class EntityAdd extends ChangeCommand {
  static override readonly summary = 'Add an entity with its model, API, pages and tests.';
  static override readonly description =
    'A field is name:Type, a relation is name:Entity. Add ! for required, [] for many, =value for a default. Options ' +
    'follow after colons: unique, index, min=, max=, pattern=, format=, values=, label=, onDelete=, was=. Put a field in ' +
    'single quotes if it contains |, [] or spaces. Field types: String, Text, Int, BigInt, Float, Decimal, Boolean, ' +
    'Date, DateTime, Json, Enum.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %> Post title:String! body:Text',
    "<%= config.bin %> <%= command.id %> Product 'price:Decimal!:min=0' sku:String:unique",
    "<%= config.bin %> <%= command.id %> Order 'state:open|paid=open' 'tags:Tag[]'",
  ];
  static override readonly strict = false;
  static override readonly args = {
    name: stringArg({ description: 'Name in PascalCase.', required: true, ignoreStdin: true }),
    field: stringArg({ description: 'A field or relation. Can be repeated.', ignoreStdin: true }),
  };
  static override readonly flags = changeFlags;

  async run(): Promise<ChangeResult> {
    const { argv, args, flags } = await this.parse(EntityAdd);
    const { changeEntity } = await import('../../flows/project/entity.ts');
    const request = this.request(flags);
    const fields = argv.slice(1).map(String);
    return this.changed(
      await changeEntity({ kind: 'add', name: args.name, fields }, request, this.ports(flags)),
      request.cwd,
    );
  }
}
