import { DbCommand } from '../../../cli/db-command.ts';
import { exitCodes } from '../../../errors/codes.ts';
import type { DbMigrateStatusResult } from '../../../flows/db/migrate-status.ts';
import { migrateStatusView } from '../../../ui/db.ts';

export default class DbMigrateStatus extends DbCommand {
  static override readonly summary = 'Compare the database with the migrations.';
  static override readonly description = 'Changes nothing. Exits with 1 if migrations are pending.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<DbMigrateStatusResult> {
    const { flags } = await this.parse(DbMigrateStatus);
    const { dbMigrateStatus } = await import('../../../flows/db/migrate-status.ts');
    const result = await dbMigrateStatus({ cwd: this.folder(flags) }, this.ports());
    if (!result.upToDate) process.exitCode = exitCodes.failed;
    return this.show(result, migrateStatusView);
  }
}
