import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { GenlockError } from '../errors/error.ts';

/**
 * Appends lines to a file. Creates a missing file, readable by its owner only. Writes all lines in one call, so that
 * lines of concurrent processes do not mix.
 *
 * @param file absolute; no link
 * @throws GenlockError POLICY_LOG
 */
export function appendLines(file: string, lines: readonly string[]): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  // Refuses links, and does not wait for a pipe. Windows has neither flag.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    // A path with a drive letter is absolute on Windows, but relative on other systems.
    if (!isAbsolute(file)) throw new Error(`${file} is not an absolute path on this machine`);
    const handle = openSync(file, flags | careful, 0o600);
    try {
      if (!fstatSync(handle).isFile()) throw new Error('it is not a file');
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      if (writeSync(handle, bytes) < bytes.length) throw new Error('the write was incomplete');
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `cannot write the log of a policy: ${reason}`;
    throw new GenlockError({ code: 'POLICY_LOG', message, where: { file } }, { cause });
  }
}
