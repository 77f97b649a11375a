import { foldPath } from '../core/paths.ts';

/** Names of Node addons and their build files, executables, and shared libraries with or without version suffix. */
const names = /(?:\.(?:node|exe|dll|dylib|so(?:\.\d+)*)|(?:^|\/)binding\.gyp)$/u;

/** First bytes of ELF and Mach-O files. Mach-O has two byte orders and a format for several architectures. */
const beginnings: ReadonlySet<string> = new Set([
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  'cafebabf',
]);

/** Returns whether a file is native code, by its name on the most lenient file system or by its content. */
export function isNative(path: string, bytes: Uint8Array): boolean {
  if (names.test(foldPath(path))) return true;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return beginnings.has(file.toString('hex', 0, 4)) || isForWindows(file);
}

const placeOfHeader = 0x3c;

/**
 * Returns whether a file has a Windows executable header. Text can also begin with MZ, but does not contain the offset
 * of a second header.
 */
function isForWindows(file: Buffer): boolean {
  if (file.toString('latin1', 0, 2) !== 'MZ' || file.length < placeOfHeader + 4) return false;
  const header = file.readUInt32LE(placeOfHeader);
  return file.toString('latin1', header, header + 4) === 'PE\0\0';
}
