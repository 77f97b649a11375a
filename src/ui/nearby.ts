import { isAbsolute, relative, sep } from 'node:path';
import { printable } from '../errors/printable.ts';

/** A folder as it would be typed from here: relative where that is shorter. */
export function nearby(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === '') return 'this folder';
  return printable(short.startsWith('..') || isAbsolute(short) ? path : `.${sep}${short}`);
}
