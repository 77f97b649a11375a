/** Console for plugins. Lines are kept for the report and not printed here. */
import type { LogLine } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { utf8Length } from '../protocol/utf8.ts';
import { bounded } from './failure.ts';

/** Captured lines, each a JSON array `[level, text]`. The worker also reads them after a stopped run. */
export let log = '';

/**
 * Installs a console that keeps a limited number of lines and bytes. The first dropped line is replaced by a notice.
 */
export function installConsole({ logLines, logBytes }: Limits): void {
  let lines = 0;
  let bytes = 0;
  const writer =
    (level: LogLine['level']) =>
    (...values: unknown[]): void => {
      lines += 1;
      if (lines > logLines || bytes > logBytes) return;
      const line =
        lines === logLines ? 'console output ends here: too many lines' : bounded(values.map(show).join(' '));
      bytes += utf8Length(line);
      const text = bytes > logBytes ? 'console output ends here: too many bytes' : line;
      log += `${JSON.stringify([level, text])}\n`;
    };
  const info = writer('info');
  const console = { debug: writer('debug'), log: info, info, warn: writer('warn'), error: writer('error') };
  Object.defineProperty(globalThis, 'console', { value: console, writable: true, configurable: true });
}

function show(value: unknown): string {
  if (typeof value === 'string') return bounded(value);
  try {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    return typeof value === 'object' && value !== null ? bounded(JSON.stringify(value) ?? '') : String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
