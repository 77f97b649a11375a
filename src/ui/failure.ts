import { inspect } from 'node:util';
import { toErrorReport } from '../errors/report.ts';
import { errorView } from './error.ts';
import { withOwnHints } from './own-command.ts';
import { printJson, printMessage } from './terminal.ts';

/**
 * Shows an error: as text on standard error, or with `json` as data on standard output. Prints the stack only for bugs
 * in Genlock and only with `GENLOCK_DEBUG=1`.
 *
 * @returns the exit code of the error
 */
export function showFailure(error: unknown, options: { readonly json: boolean }): number {
  const report = toErrorReport(error);
  if (options.json) printJson({ error: withOwnHints(report) });
  else printMessage((screen) => errorView(report, screen));
  if (report.code === 'BUG' && process.env['GENLOCK_DEBUG'] === '1') printMessage(() => inspect(error));
  return report.exit;
}
