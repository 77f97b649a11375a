import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { GenlockError } from '../errors/error.ts';

/**
 * Adds lines to a file, which is made if it isn't there, readable to its owner. One write: lines of several programs
 * don't mix.
 *
 * @param file absolute; no link
 * @throws GenlockError POLICY_LOG
 */
export function appendLines(file: string, lines: readonly string[]): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  // A link could lead anywhere, and a pipe would be waited for; Windows has no such flags.
  const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    // What has a drive's letter is a path on Windows, and elsewhere a file of the current folder.
    if (!isAbsolute(file)) throw new Error(`${file} is no absolute path on this machine`);
    const handle = openSync(file, flags | careful, 0o600);
    try {
      if (!fstatSync(handle).isFile()) throw new Error('it is not a file');
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      if (writeSync(handle, bytes) < bytes.length) throw new Error('not all of it could be written');
    } finally {
      closeSync(handle);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `the log of a policy can't be written: ${reason}`;
    throw new GenlockError({ code: 'POLICY_LOG', message, where: { file } }, { cause });
  }
}
