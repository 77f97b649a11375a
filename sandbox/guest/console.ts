/** The plugin's console: lines kept for the report, never written anywhere from here. */
import type { LogLine } from '../protocol/errors.ts';
import { bounded } from './failure.ts';

/** The captured lines, one JSON array `[level, text]` each; the worker reads it even after a run that was stopped. */
export let log = '';

/** Puts a console into the isolate that keeps at most `maximum` lines. */
export function installConsole(maximum: number): void {
  let lines = 0;
  const writer =
    (level: LogLine['level']) =>
    (...values: unknown[]): void => {
      lines += 1;
      if (lines > maximum) return;
      const text = lines === maximum ? 'console output ends here: too many lines' : values.map(show).join(' ');
      log += `${JSON.stringify([level, bounded(text)])}\n`;
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
