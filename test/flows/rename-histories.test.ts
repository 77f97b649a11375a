import { renameHistories } from '../support/rename-histories/suite.ts';

renameHistories({ sqlite: 120, postgresql: 30, migrations: 8 });
