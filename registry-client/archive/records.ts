import { refused } from './archive-error.ts';

const text = /^[^\p{Cc}]*$/u;
const whole = /^\d{1,20}$/u;
const time = /^\d{1,20}(?:\.\d{1,20})?$/u;

/**
 * What an extended header may say of an entry, and how: names, sizes, times and owners, as POSIX.1-2001 has them, and
 * where a file was when it was packed. Anything else means a link or a sparse file to one program or another, or nothing.
 */
const values: ReadonlyMap<string, RegExp> = new Map([
  ...['path', 'uname', 'gname', 'comment'].map((key) => [key, text] as const),
  ...['size', 'uid', 'gid', 'SCHILY.dev', 'SCHILY.ino', 'SCHILY.nlink'].map((key) => [key, whole] as const),
  ...['mtime', 'atime', 'ctime', 'LIBARCHIVE.creationtime'].map((key) => [key, time] as const),
]);

/**
 * Reads an extended header as strictly as the strictest program: programs don't agree on the others, and what one of
 * them sees another one mustn't miss.
 *
 * @param header its text of POSIX.1-2001: records of a length, a key and a value
 * @throws RegistryError ARCHIVE_REFUSED
 */
export function requireSoundRecords(header: string): void {
  if (header.includes('\0')) throw refused('a header holds a NUL');
  // Its length couldn't be known any more, and with it where the archive ends.
  if (header.includes('\uFFFD')) throw refused('a header is no UTF-8');
  const lines = header.split('\n');
  if (!lines.every(isRecord)) throw refused('a header holds a record of another length than it says');
  const records = lines.slice(0, -1).map((line) => /^\d+ ([^=]*)=?(.*)$/su.exec(line) ?? []);
  const unsound = records.find(([, key = '', value = '']) => values.get(key)?.test(value) !== true);
  if (unsound !== undefined) throw refused(`a header says ${JSON.stringify(unsound[1]?.slice(0, 100))} of an entry`);
  if (new Set(records.map(([, key]) => key)).size < records.length) throw refused('a header says something twice');
}

/** Whether a line is a record by itself; programs don't agree on those that are longer or shorter than they say. */
function isRecord(line: string, index: number, lines: readonly string[]): boolean {
  if (line === '') return index === lines.length - 1;
  return /^(\d+) /u.exec(line)?.[1] === String(Buffer.byteLength(line) + 1);
}
