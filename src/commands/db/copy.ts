import { string as stringFlag } from '@oclif/core/flags';
import { DbCommand } from '../../cli/db-command.ts';
import type { DbCopyResult } from '../../flows/db/copy.ts';
import { copyView } from '../../ui/db-copy.ts';

export default class DbCopy extends DbCommand {
  static override readonly summary = 'Copy all rows between SQLite and PostgreSQL.';
  static override readonly description =
    'Copies the rows of the source to the database of DATABASE_URL, which needs all migrations and empty tables. ' +
    'First checks that the target can store every value. Continues an interrupted copy. Compares the number and ' +
    'the checksum of the rows in each table at the end.';
  static override readonly examples = [
    {
      description: 'After a change from SQLite to PostgreSQL:',
      command: '<%= config.bin %> <%= command.id %> --from file:./data/dev.db',
    },
  ];
  static override readonly flags = {
    from: stringFlag({
      required: true,
      description: 'Database to copy from, written like DATABASE_URL.',
      helpValue: '<url>',
    }),
  };

  async run(): Promise<DbCopyResult> {
    const { flags } = await this.parse(DbCopy);
    const { dbCopy } = await import('../../flows/db/copy.ts');
    return this.show(await dbCopy({ cwd: this.folder(flags), from: flags.from }, this.ports()), copyView);
  }
}
