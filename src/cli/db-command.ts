import { GenlockCommand } from './command.ts';
import type { DbPorts } from '../flows/db/ports.ts';
import { questionView } from '../ui/db.ts';
import { askConsent, canAsk } from '../ui/prompts.ts';
import { largeLocksView } from '../ui/table-locks.ts';
import { printLine, printMessage } from '../ui/terminal.ts';

/** Base class of the `db` commands. Provides the ports of their flows. */
export abstract class DbCommand extends GenlockCommand {
  protected ports(): DbPorts {
    const json = this.jsonEnabled();
    return {
      env: process.env,
      clock: () => new Date(),
      progress: this.progress,
      ...(json
        ? {}
        : { onLine: printLine, onLocks: (locks) => printMessage((screen) => largeLocksView(locks, screen)) }),
      ...(json || !canAsk(process.env)
        ? {}
        : {
            ask: async (asked) => {
              printMessage((screen) => questionView(asked, screen));
              return askConsent(asked.question);
            },
          }),
    };
  }
}
