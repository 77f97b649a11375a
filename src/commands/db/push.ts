import { boolean as booleanFlag } from '@oclif/core/flags';
import { DbCommand } from '../../cli/db-command.ts';
import type { DbPushResult } from '../../flows/db/push.ts';
import { pushView } from '../../ui/db.ts';

export default class DbPush extends DbCommand {
  static override readonly summary = 'Apply the schema to the database without a migration.';
  static override readonly description =
    'For prototypes: changes the database and generates the client. Prompts before data loss. Without a ' +
    'terminal it needs --accept-data-loss. In a project with migrations, `db migrate dev` then reports ' +
    'that the database differs from them.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];
  static override readonly flags = {
    'accept-data-loss': booleanFlag({ default: false, description: 'Change the database even if that deletes data.' }),
  };

  async run(): Promise<DbPushResult> {
    const { flags } = await this.parse(DbPush);
    const { dbPush } = await import('../../flows/db/push.ts');
    const request = { cwd: this.folder(flags), acceptDataLoss: flags['accept-data-loss'] };
    return this.show(await dbPush(request, this.ports()), pushView);
  }
}
