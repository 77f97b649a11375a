import { renameHistories } from '../support/rename-histories/suite.ts';

renameHistories({ sqlite: 400, postgresql: 100, migrations: 20 });
