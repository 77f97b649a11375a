import { inspect } from 'node:util';
import { toErrorReport } from '../errors/report.ts';
import { errorView } from './error.ts';
import { withOwnHints } from './own-command.ts';
import { printJson, printMessage } from './terminal.ts';

/**
 * Shows a failure: a block on standard error, or with `json` the same as data on standard output. A stack is shown only
 * of our own bugs, and only with `GENLOCK_DEBUG=1`.
 *
 * @returns the exit code that goes with it
 */
export function showFailure(error: unknown, options: { readonly json: boolean }): number {
  const report = toErrorReport(error);
  if (options.json) printJson({ error: withOwnHints(report) });
  else printMessage((screen) => errorView(report, screen));
  if (report.code === 'BUG' && process.env['GENLOCK_DEBUG'] === '1') printMessage(() => inspect(error));
  return report.exit;
}
