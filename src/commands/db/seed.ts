import { DbCommand } from '../../cli/db-command.ts';
import type { DbSeedResult } from '../../flows/db/seed.ts';
import { seedView } from '../../ui/db.ts';

export default class DbSeed extends DbCommand {
  static override readonly summary = 'Fill the database with sample records.';
  static override readonly description = 'Runs prisma/seed.ts of the project.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<DbSeedResult> {
    const { flags } = await this.parse(DbSeed);
    const { dbSeed } = await import('../../flows/db/seed.ts');
    return this.show(await dbSeed({ cwd: this.folder(flags) }, this.ports()), seedView);
  }
}
