/** Runs a database command in this process: `node migrate-child.ts <command> <project>`, with `DATABASE_URL`. */
import { migrateDeploy } from '../../src/database/migrate-deploy.ts';
import { migrateDev } from '../../src/database/migrate-dev.ts';
import { migrateReset } from '../../src/database/migrate-reset.ts';
import { pushSchema } from '../../src/database/push.ts';

const [, , command, root = ''] = process.argv;
const target = { root, env: process.env };

if (command === 'dev') {
  await migrateDev({ ...target, createOnly: false, acceptDataLoss: true, now: new Date('2026-02-01') });
} else if (command === 'deploy') await migrateDeploy(target);
else if (command === 'push') await pushSchema({ ...target, acceptDataLoss: true });
else if (command === 'reset') await migrateReset(target);
