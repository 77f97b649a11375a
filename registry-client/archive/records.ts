import { refused } from './refused.ts';

/** What an extended header may say of an entry, and how; the rest of it has no meaning for a package of plain files. */
const values: Readonly<Record<string, RegExp>> = {
  path: /^[^\p{Cc}]+$/u,
  size: /^\d{1,15}$/u,
  mtime: /^\d{1,15}(?:\.\d{1,15})?$/u,
  atime: /^\d{1,15}(?:\.\d{1,15})?$/u,
  ctime: /^\d{1,15}(?:\.\d{1,15})?$/u,
  uid: /^\d{1,15}$/u,
  gid: /^\d{1,15}$/u,
  uname: /^[^\p{Cc}]*$/u,
  gname: /^[^\p{Cc}]*$/u,
  comment: /^[^\p{Cc}]*$/u,
};

/** Keys of programs that pack: where a file was, whose it was. */
const ofPackers = /^(?:SCHILY|LIBARCHIVE)\.[A-Za-z.]+$/u;

/**
 * Reads an extended header as strictly as the strictest program: programs don't agree on the others, and what one of
 * them sees another one mustn't miss.
 *
 * @param text of a header of POSIX.1-2001: records of a length, a key and a value
 * @throws RegistryError ARCHIVE_REFUSED
 */
export function requireSoundRecords(text: string): void {
  if (text.includes('\0')) throw refused('a header holds a NUL');
  // Its length couldn't be known any more, and with it where the archive ends.
  if (text.includes('\uFFFD')) throw refused('a header is no UTF-8');
  const lines = text.split('\n');
  if (!lines.every(isRecord)) throw refused('a header holds a record of another length than it says');
  for (const line of lines.slice(0, -1)) {
    const [, key = '', value = ''] = /^\d+ ([^=]*)=?(.*)$/su.exec(line) ?? [];
    const isSound = ofPackers.test(key) || (Object.hasOwn(values, key) && values[key]?.test(value) === true);
    if (!isSound) throw refused(`a header says ${JSON.stringify(key.slice(0, 100))} of an entry`);
  }
}

/** Whether a line is a record by itself; programs don't agree on those that are longer or shorter than they say. */
function isRecord(line: string, index: number, lines: readonly string[]): boolean {
  if (line === '') return index === lines.length - 1;
  return /^(\d+) /u.exec(line)?.[1] === String(Buffer.byteLength(line) + 1);
}
