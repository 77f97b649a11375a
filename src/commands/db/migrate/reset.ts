import { boolean as booleanFlag } from '@oclif/core/flags';
import { DbCommand } from '../../../db-command.ts';
import type { DbMigrateResetResult } from '../../../flows/db/migrate-reset.ts';
import { migrateResetView } from '../../../ui/db.ts';

export default class DbMigrateReset extends DbCommand {
  static override readonly summary = 'Empty the database and build it again from the migrations.';
  static override readonly description =
    'Drops every table, applies every migration, generates the client and seeds. All data is lost, so it asks first; ' +
    'where nobody can be asked it needs --yes.';
  static override readonly examples = [
    { description: 'In a script:', command: '<%= config.bin %> <%= command.id %> --yes' },
  ];
  static override readonly flags = {
    yes: booleanFlag({ default: false, char: 'y', description: 'Ask nothing: the loss of all data is wanted.' }),
  };

  async run(): Promise<DbMigrateResetResult> {
    const { flags } = await this.parse(DbMigrateReset);
    const { dbMigrateReset } = await import('../../../flows/db/migrate-reset.ts');
    const request = { cwd: this.folder(flags), yes: flags.yes };
    return this.show(await dbMigrateReset(request, this.ports()), migrateResetView);
  }
}
