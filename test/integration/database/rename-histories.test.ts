import { renameHistories } from '../../support/rename-histories/suite.ts';

renameHistories({ sqlite: 20, postgresql: 5, migrations: 2 });
