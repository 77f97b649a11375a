import { DbCommand } from '../../../cli/db-command.ts';
import type { DbMigrateDeployResult } from '../../../flows/db/migrate-deploy.ts';
import { migrateDeployView } from '../../../ui/db.ts';

export default class DbMigrateDeploy extends DbCommand {
  static override readonly summary = 'Apply pending migrations in production and CI.';
  static override readonly description = 'Never prompts, never resets, and works without the packages of the project.';
  static override readonly examples = [
    {
      description: 'Migrate a database other than the one in .env:',
      command: 'DATABASE_URL=file:/var/lib/shop/shop.db <%= config.bin %> <%= command.id %>',
    },
  ];

  async run(): Promise<DbMigrateDeployResult> {
    const { flags } = await this.parse(DbMigrateDeploy);
    const { dbMigrateDeploy } = await import('../../../flows/db/migrate-deploy.ts');
    return this.show(await dbMigrateDeploy({ cwd: this.folder(flags) }, this.ports()), migrateDeployView);
  }
}
