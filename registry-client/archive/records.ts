import { refused } from './archive-error.ts';

const text = /^[^\p{Cc}]*$/u;
const whole = /^\d{1,20}$/u;
const time = /^\d{1,20}(?:\.\d{1,20})?$/u;

/**
 * Allowed extended header keys with their value patterns: names, sizes, times, owners (POSIX.1-2001) and origin
 * metadata. Programs interpret other keys differently, for example as links or sparse files.
 */
const values: ReadonlyMap<string, RegExp> = new Map([
  ...['path', 'uname', 'gname', 'comment'].map((key) => [key, text] as const),
  ...['size', 'uid', 'gid', 'SCHILY.dev', 'SCHILY.ino', 'SCHILY.nlink'].map((key) => [key, whole] as const),
  ...['mtime', 'atime', 'ctime', 'LIBARCHIVE.creationtime'].map((key) => [key, time] as const),
]);

/**
 * Parses an extended header strictly. Tar programs disagree on malformed records, and a checked entry must not look
 * different to another program.
 *
 * @param header text in POSIX.1-2001 format: records with a length, a key and a value
 * @throws RegistryError ARCHIVE_REFUSED
 */
export function requireSoundRecords(header: string): void {
  if (header.includes('\0')) throw refused('a header holds a NUL');
  // Replacement characters hide the original byte length, so the end of the archive would be unknown.
  if (header.includes('\uFFFD')) throw refused('a header is not valid UTF-8');
  const lines = header.split('\n');
  if (!lines.every(isRecord)) throw refused('a header holds a record with a wrong length');
  const records = lines.slice(0, -1).map((line) => /^\d+ ([^=]*)=?(.*)$/su.exec(line) ?? []);
  const unsound = records.find(([, key = '', value = '']) => values.get(key)?.test(value) !== true);
  if (unsound !== undefined)
    throw refused(`a header has an invalid ${JSON.stringify(unsound[1]?.slice(0, 100))} record`);
  if (new Set(records.map(([, key]) => key)).size < records.length) throw refused('a header has a duplicate key');
}

/** Returns whether a line is one complete record. Programs disagree on records with a wrong length. */
function isRecord(line: string, index: number, lines: readonly string[]): boolean {
  if (line === '') return index === lines.length - 1;
  return /^(\d+) /u.exec(line)?.[1] === String(Buffer.byteLength(line) + 1);
}
