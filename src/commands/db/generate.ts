import { DbCommand } from '../../cli/db-command.ts';
import type { DbGenerateResult } from '../../flows/db/generate.ts';
import { generateView } from '../../ui/db.ts';

export default class DbGenerate extends DbCommand {
  static override readonly summary = 'Generate the database client from the schema.';
  static override readonly description = 'Runs Prisma of the project, without a database and without a download.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];

  async run(): Promise<DbGenerateResult> {
    const { flags } = await this.parse(DbGenerate);
    const { dbGenerate } = await import('../../flows/db/generate.ts');
    return this.show(await dbGenerate({ cwd: this.folder(flags) }, this.ports()), generateView);
  }
}
