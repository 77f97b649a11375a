import { boolean as booleanFlag } from '@oclif/core/flags';
import { DbCommand } from '../../../cli/db-command.ts';
import type { DbMigrateResetResult } from '../../../flows/db/migrate-reset.ts';
import { migrateResetView } from '../../../ui/db.ts';

export default class DbMigrateReset extends DbCommand {
  static override readonly summary = 'Drop all tables and apply every migration.';
  static override readonly description =
    'Also generates the client and seeds the database. Deletes all data, so it prompts first. Without a ' +
    'terminal it needs --yes.';
  static override readonly examples = [
    { description: 'In a script:', command: '<%= config.bin %> <%= command.id %> --yes' },
  ];
  static override readonly flags = {
    yes: booleanFlag({ default: false, char: 'y', description: 'Skip the prompt and delete all data.' }),
  };

  async run(): Promise<DbMigrateResetResult> {
    const { flags } = await this.parse(DbMigrateReset);
    const { dbMigrateReset } = await import('../../../flows/db/migrate-reset.ts');
    const request = { cwd: this.folder(flags), yes: flags.yes };
    return this.show(await dbMigrateReset(request, this.ports()), migrateResetView);
  }
}
