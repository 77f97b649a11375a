import { foldPath } from '../core/paths.ts';

/** Addons of Node and what npm builds one from unasked, programs, and libraries with the numbers some systems add. */
const names = /(?:\.(?:node|exe|dll|dylib|so(?:\.\d+)*)|(?:^|\/)binding\.gyp)$/u;

/** How ELF and Mach-O begin; the latter for machines of either order of bytes, and for several at once. */
const beginnings: ReadonlySet<string> = new Set([
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  'cafebabf',
]);

/** Whether a file is what a processor runs: named so, as the most forgiving file system reads it, or made so. */
export function isNative(path: string, bytes: Uint8Array): boolean {
  if (names.test(foldPath(path))) return true;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return beginnings.has(file.toString('hex', 0, 4)) || isForWindows(file);
}

const placeOfHeader = 0x3c;

/** Text may begin with MZ, too, but says no place where a second header is. */
function isForWindows(file: Buffer): boolean {
  if (file.toString('latin1', 0, 2) !== 'MZ' || file.length < placeOfHeader + 4) return false;
  const header = file.readUInt32LE(placeOfHeader);
  return file.toString('latin1', header, header + 4) === 'PE\0\0';
}
