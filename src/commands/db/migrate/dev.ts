import { boolean as booleanFlag, string as stringFlag } from '@oclif/core/flags';
import { DbCommand } from '../../../cli/db-command.ts';
import type { DbMigrateDevResult } from '../../../flows/db/migrate-dev.ts';
import { migrateDevView } from '../../../ui/db.ts';

export default class DbMigrateDev extends DbCommand {
  static override readonly summary = 'Create and apply migrations in development.';
  static override readonly description =
    'Applies pending migrations, writes a migration for schema changes, applies it and generates the ' +
    'client. Seeds an empty database. It writes the same migrations as `prisma migrate`. Nothing is ' +
    'downloaded.';
  static override readonly examples = [
    { description: 'After a change of the schema:', command: '<%= config.bin %> <%= command.id %> --name add-title' },
    {
      description: 'Write the migration and read it first:',
      command: '<%= config.bin %> <%= command.id %> --name add-title --create-only',
    },
    {
      description: 'Add an index to a table with many rows:',
      command: '<%= config.bin %> <%= command.id %> --name add-index --online',
    },
  ];
  static override readonly flags = {
    name: stringFlag({ char: 'n', description: 'Name of the new migration.', helpValue: '<name>' }),
    'create-only': booleanFlag({ default: false, description: 'Write the migration without applying it.' }),
    online: booleanFlag({
      default: false,
      description: 'Write migrations that do not lock large tables. PostgreSQL only.',
    }),
    'accept-data-loss': booleanFlag({ default: false, description: 'Apply the migration even if it deletes data.' }),
  };

  async run(): Promise<DbMigrateDevResult> {
    const { flags } = await this.parse(DbMigrateDev);
    const { dbMigrateDev } = await import('../../../flows/db/migrate-dev.ts');
    const request = {
      cwd: this.folder(flags),
      ...(flags.name === undefined ? {} : { name: flags.name }),
      createOnly: flags['create-only'],
      online: flags.online,
      acceptDataLoss: flags['accept-data-loss'],
    };
    return this.show(await dbMigrateDev(request, this.ports()), migrateDevView);
  }
}
