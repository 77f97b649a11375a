import { boolean as booleanFlag } from '@oclif/core/flags';
import { DbCommand } from '../../db-command.ts';
import type { DbPushResult } from '../../flows/db/push.ts';
import { pushView } from '../../ui/db.ts';

export default class DbPush extends DbCommand {
  static override readonly summary = 'Make the database what the schema says, without a migration.';
  static override readonly description =
    'For trying things out: the database is changed, no migration is written, and the client is generated. Where data ' +
    'would be lost it asks first; where nobody can be asked it needs --accept-data-loss. Once there are migrations, ' +
    '`db migrate dev` finds a database that was pushed to differ from them.';
  static override readonly examples = ['<%= config.bin %> <%= command.id %>'];
  static override readonly flags = {
    'accept-data-loss': booleanFlag({ default: false, description: 'Change the database even if data is lost by it.' }),
  };

  async run(): Promise<DbPushResult> {
    const { flags } = await this.parse(DbPush);
    const { dbPush } = await import('../../flows/db/push.ts');
    const request = { cwd: this.folder(flags), acceptDataLoss: flags['accept-data-loss'] };
    return this.show(await dbPush(request, this.ports()), pushView);
  }
}
